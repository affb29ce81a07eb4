/**
 * Writes `out/client-types.d.ts`: the types that a public generator makes of the OpenAPI document.
 * The type check runs this first, because `generated-client.test.ts` uses them.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENDPOINTS, toOpenApi } from '@latchkey/management'
import openapiTS, { astToString } from 'openapi-typescript'

const document = JSON.stringify(toOpenApi(ENDPOINTS, { baseUrl: 'https://license.example', version: '1' }))
const outDir = join(import.meta.dirname, '../../out')
await mkdir(outDir, { recursive: true })
await writeFile(join(outDir, 'client-types.d.ts'), astToString(await openapiTS(document)))
