export { createFormats, type Formats } from '../messages/formats.ts'
export { Button, type ButtonProps } from './Button.tsx'
export { Dialog, type DialogProps } from './Dialog.tsx'
export { QrCode } from './QrCode.tsx'
