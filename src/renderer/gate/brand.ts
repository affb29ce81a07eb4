import type { Brand } from '@latchkey/react'
import mark from '../../../resources/icon.svg'
import './brand.css'

/** This app's brand on both pages. The name is `productName` in package.json. */
export const brand: Brand = {
  mark,
  // Messages that replace those of `@latchkey/react`, such as:
  // { en: { gate: { lead: 'Your key is in the e-mail from our shop.' } } }
  messages: {},
}
