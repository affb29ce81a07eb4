/** Ways to write a path that some parsers treat as the same path. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => path.replace('.', '%2e'),
  (path) => path.replaceAll('/', '%2f'),
  (path) => path.replaceAll('/', '%2F'),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replaceAll('/', '%5c'),
  (path) => path.replaceAll('/', '//'),
  (path) => path.replaceAll('/', '/./'),
  (path) => path.replaceAll('/', '/%2e/'),
  (path) => path.replaceAll('/', '/x/../'),
  (path) => path.replaceAll('/', '/x/%2e%2e/'),
  (path) => path.replaceAll('/', '%252f'),
  (path) => path.replaceAll('/', '%c0%af'),
  (path) => path.replaceAll('/', '\u2215'),
  (path) => path.replaceAll('/', ';/'),
  (path) => [...path].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.toUpperCase().charCodeAt(0).toString(16)}`),
]
const BEFORE = ['/', './', '../', '%2e%2e/', '..%2f', '..\\', 'gate/../', 'assets/../', '%00', 'C:/']
const AFTER = ['/', '.', '%20', ' ', '%00', '%00.css', '?', '?gate/index.html', '#', '/.', '::$DATA']
const ORIGINS = [
  'app://gate/',
  'app://product/',
  'APP://Product/',
  'app://product:80/',
  'app://user@product/',
  'app://product./',
  'app://gate@product/',
]

/** Every spelling with every origin, prefix and suffix. */
export function* addressVariants(files: readonly string[]): Generator<string> {
  for (const file of files) {
    for (const spell of SPELLINGS) {
      const path = spell(file)
      for (const origin of ORIGINS) yield `${origin}${path}`
      for (const before of BEFORE) yield `app://product/${before}${path}`
      for (const after of AFTER) yield `app://product/${path}${after}`
      for (const before of BEFORE.slice(0, 5)) {
        for (const after of AFTER.slice(0, 4)) yield `app://gate/${before}${path}${after}`
      }
    }
  }
}
