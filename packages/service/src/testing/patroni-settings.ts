import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

const text = readFileSync(new URL('../../../../deploy/patroni.yml', import.meta.url), 'utf8')

/** `deploy/patroni.yml`, in which a test replaces the names, addresses and folders. */
export const PATRONI_SETTINGS = parse(text)
