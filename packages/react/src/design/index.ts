export { createFormats, type Formats } from '../messages/formats.ts'
export { Button, type ButtonProps } from './Button.tsx'
export { QrCode } from './QrCode.tsx'
