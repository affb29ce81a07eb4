import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApiReport } from './api-report.ts'

/** The public API of a package. */
export interface ApiDocuments {
  /** Every declaration with its docstring, as Markdown. */
  readonly full: string
  /** Every declaration on one line, so that a reviewer sees what has changed. */
  readonly names: string
  /** Exported names without a docstring. */
  readonly undocumented: readonly string[]
}

interface Target {
  readonly types?: string
  readonly import?: { readonly types: string }
}

/** @param packageDir of a built package */
export function createApiDocuments(packageDir: string): ApiDocuments {
  const { name, exports } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))
  const reported = new Set<string>()
  const reports = Object.entries<Target | string>(exports).flatMap(([path, target]) => {
    // The export is a style sheet.
    if (typeof target === 'string') return []
    const types = target.types ?? target.import?.types ?? ''
    return [{ entry: `${name}${path.slice(1)}`, ...createApiReport(join(packageDir, types), reported) }]
  })
  const exported = [...new Set(reports.flatMap((report) => report.exported))]
  const others = [...new Set(reports.flatMap((report) => report.others))].filter(
    (line) => !exported.includes(line),
  )
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : `${title}\n${withoutRepetition(lines, exported).map(shortened).join('\n')}\n`
  return {
    full: reports
      .filter(({ text }) => text !== '')
      .map(({ entry, text }) => `# API of \`${entry}\`\n\n\`\`\`ts\n${text}\`\`\`\n`)
      .join('\n'),
    names: [
      ...reports.map((report) => section(`# ${report.entry}`, report.exported)),
      section('# Not exported, but referred to', others),
    ]
      .filter((text) => text !== '')
      .join('\n'),
    undocumented: reports.flatMap((report) => report.undocumented),
  }
}

const SCHEMA = /^const and type (\w+): (\{.{60,})$/

/** Replaces the fields of an exported schema by its name, in other declarations that contain them. */
function withoutRepetition(lines: readonly string[], exported: readonly string[]): string[] {
  const schemas = exported
    .map((line) => SCHEMA.exec(line))
    .filter((schema) => schema !== null)
    .sort(([one], [other]) => other.length - one.length)
  return lines.map((line) =>
    schemas.reduce(
      (text, [declaration, name = '', fields = '']) =>
        declaration === line ? text : text.replaceAll(fields, name),
      line,
    ),
  )
}

/**
 * Shortens the declarations of endpoints, which are in `docs/api/endpoints.txt`, and breaks the
 * longest lines at commas.
 */
const shortened = (line: string): string =>
  line
    .replace(/^(const \w*ENDPOINTS): .*/, '$1: see endpoints.txt')
    .replace(/^.{450,}$/, (long) => long.replace(/(.{60,108}[,|]) /g, '$1\n  '))
