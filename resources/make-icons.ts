/**
 * Draws every size of the app's icon from `icon.svg`, and the small ones from `icon-small.svg`, in a window of the
 * Electron that the app runs on. Usage, after a change of a drawing: npm run icons
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWindow } from '../tools/open-window.js'
import { hasDisplay, openVirtualDisplay } from '../tools/set-up/display.js'

const resourcesDir = import.meta.dirname
/** Up to this size the fine drawing is a blur. */
const LARGEST_SMALL = 32
/** Apple's grid leaves this share of the canvas to the artwork, the rest to its shadow. */
const MAC_SHARE = 824 / 1024

const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512] as const
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const
/** Apple's names for PNG entries, with their size in pixels. */
const MAC_ENTRIES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
] as const

type Draw = (size: number, share?: number) => Promise<Buffer>

/** An icon of Windows: a directory of PNG files. */
function packIco(images: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index
    // 0 stands for 256.
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)])
}

/** An icon of macOS: named chunks of PNG files, each with its length. */
function packIcns(entries: readonly { readonly name: string; readonly png: Buffer }[]): Buffer {
  const chunk = (name: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32BE(body.length + 8, 4)
    return Buffer.concat([head, body])
  }
  return chunk('icns', Buffer.concat(entries.map(({ name, png }) => chunk(name, png))))
}

async function writeIcons(draw: Draw): Promise<void> {
  await mkdir(join(resourcesDir, 'icons'), { recursive: true })
  for (const size of LINUX_SIZES) {
    await writeFile(join(resourcesDir, 'icons', `${size}x${size}.png`), await draw(size))
  }
  await writeFile(join(resourcesDir, 'icon.png'), await draw(512))
  const windows = WINDOWS_SIZES.map(async (size) => ({ size, png: await draw(size) }))
  await writeFile(join(resourcesDir, 'icon.ico'), packIco(await Promise.all(windows)))
  const mac = MAC_ENTRIES.map(async ([name, size]) => ({ name, png: await draw(size, MAC_SHARE) }))
  await writeFile(join(resourcesDir, 'icon.icns'), packIcns(await Promise.all(mac)))
}

const appDir = await mkdtemp(join(tmpdir(), 'make-icons-'))
await writeFile(
  join(appDir, 'package.json'),
  '{ "name": "make-icons", "version": "1.0.0", "main": "main.cjs" }',
)
await writeFile(join(appDir, 'empty.html'), '<!doctype html><title>Icons</title>')
await writeFile(
  join(appDir, 'main.cjs'),
  "const { app, BrowserWindow } = require('electron')\n" +
    "app.whenReady().then(() => new BrowserWindow({ show: false }).loadFile('empty.html'))\n",
)
const display = hasDisplay() ? undefined : await openVirtualDisplay()
try {
  const { window, close } = await openWindow({ appDir })
  const [fine, small] = await Promise.all(
    ['icon.svg', 'icon-small.svg'].map((name) => readFile(join(resourcesDir, name), 'utf8')),
  )
  const draw: Draw = async (size, share = 1) => {
    const svg = size * share <= LARGEST_SMALL ? small : fine
    const url = await window.evaluate(
      async ([source, width, part]) => {
        const image = new Image(width, width)
        image.src = `data:image/svg+xml,${encodeURIComponent(source)}`
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = width
        canvas.height = width
        const margin = (width * (1 - part)) / 2
        canvas.getContext('2d')?.drawImage(image, margin, margin, width * part, width * part)
        return canvas.toDataURL('image/png')
      },
      [svg ?? '', size, share] as const,
    )
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  }
  await writeIcons(draw)
  await close()
} finally {
  await display?.close()
  await rm(appDir, { recursive: true, force: true })
}
