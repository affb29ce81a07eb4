import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hasSample } from '../../tools/sample-tests.js'
import { hasService } from '../../tools/service-tests.js'
import { rootDir } from '../../tools/set-up/places.js'

const DOCUMENTS = globSync(['*.md', 'docs/guides/*.md', 'examples/*/README.md'], { cwd: rootDir }).filter(
  (path) => path !== 'CHANGELOG.md',
)

/** A path in backticks that begins in a folder of this repository. */
const PATH = /`((?:src|packages|tools|test|docs|examples|resources)\/[\w./-]*)`/g
/** The target of a link within the repository, without its anchor. */
const LINK = /\]\((?!https?:)([^)#]+)/g

test.each(DOCUMENTS)('%s names only files and folders that exist', (document) => {
  const text = readFileSync(join(rootDir, document), 'utf8')
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => path)
  const links = [...text.matchAll(LINK)].map(([, link = '']) => join(dirname(document), link))
  const missing = [...paths, ...links].filter((path) => !existsSync(join(rootDir, path)))
  // Both packages may be deleted from a copy of this repository, and the sample may be replaced.
  const isDeleted = (path: string) =>
    (!hasService && /^packages\/(service|vendor)(\/|$)/.test(path)) ||
    (!hasSample && path.startsWith('src/renderer/product/'))
  expect(missing.filter((path) => !isDeleted(path))).toEqual([])
})
