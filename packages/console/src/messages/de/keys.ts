import type { KeysTexts } from '../en/keys.ts'

export const keys: KeysTexts = {
  title: 'Schlüssel',
}
