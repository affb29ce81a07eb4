import type { KeyTexts } from '../en/key.ts'

export const key: KeyTexts = {
  title: 'Schlüssel',
}
