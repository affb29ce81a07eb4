import { withAccent, withBrand, withOwnLicense } from './brand.ts'

/** The values by which `init` turns the template into another app. */
export interface AppIdentity {
  readonly name: string
  readonly description: string
  readonly id: string
  readonly linkScheme: string
  readonly accent: string
  readonly author: string
  /** The holder of the copyright. */
  readonly holder: string
  /** An e-mail address. */
  readonly support: string
  readonly homepage: string
}

/** Returns a name for files, packages and activation links: `Harbour Pilot` → `harbour-pilot`. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')

const withFields = (json: string, fields: object): string =>
  `${JSON.stringify({ ...JSON.parse(json), ...fields }, null, 2)}\n`

/**
 * The files with the app's identity, and functions that write it. They can be applied again, and do
 * not change what a developer has replaced.
 */
export const IDENTITY_FILES: Readonly<Record<string, (text: string, identity: AppIdentity) => string>> = {
  'package.json': (text, { name, description, author, support, homepage }) =>
    withFields(text, {
      name: slugOf(name),
      productName: name,
      description,
      author: { name: author, email: support },
      homepage,
    }),
  'app.json': (text, { id, linkScheme }) => withFields(text, { appId: id, linkScheme }),
  'src/renderer/gate/brand.css': (text, { accent }) => withAccent(text, accent),
  LICENSE: (text, { name, holder }) => withOwnLicense(text, name, holder),
  'resources/icon.svg': (text, identity) => withBrand(text, 'icon', identity),
  'resources/icon-small.svg': (text, identity) => withBrand(text, 'smallIcon', identity),
}
