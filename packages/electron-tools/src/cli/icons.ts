import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError, electronOf, electronPath, type Project, runTool } from './project.ts'

/** Up to this size in pixels, `icon-small.svg` is used. */
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

/** Creates the icons from the drawings in `resources/`. */
export function updateIcons(project: Project): void {
  const read = (name: string): string => readFileSync(join(project.rootDir, 'resources', name), 'utf8')
  for (const [path, content] of drawIcons(project, read('icon.svg'), read('icon-small.svg'))) {
    const file = join(project.rootDir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

/** Returns the icons of all systems by their path. Draws them in a hidden window of Electron. */
export function drawIcons(project: Project, large: string, small: string): Map<string, Buffer> {
  const jobs = new Map<string, Job>()
  const add = (size: number, share = 1): string => {
    const key = `${size} ${share}`
    jobs.set(key, { svg: size * share <= LARGEST_SMALL ? small : large, size, share })
    return key
  }
  const linux = LINUX_SIZES.map((size) => ({ size, key: add(size) }))
  const windows = WINDOWS_SIZES.map((size) => ({ size, key: add(size) }))
  const mac = MAC_ENTRIES.map(([name, size]) => ({ name, key: add(size, MAC_SHARE) }))
  const pictures = draw(project, jobs)
  const pngOf = (key: string): Buffer => pictures.get(key) ?? Buffer.alloc(0)
  return new Map([
    ...linux.map(({ size, key }) => [`resources/icons/${size}x${size}.png`, pngOf(key)] as const),
    ['resources/icon.png', pngOf('512 1')],
    ['resources/icon.ico', packIco(windows.map(({ size, key }) => ({ size, png: pngOf(key) })))],
    ['resources/icon.icns', packIcns(mac.map(({ name, key }) => ({ name, png: pngOf(key) })))],
  ])
}

interface Job {
  readonly svg: string
  /** Width and height of the picture, in pixels. */
  readonly size: number
  /** The drawing's share of the picture. */
  readonly share: number
}

/** Electron's main script: reads jobs.json, and writes pictures.json with data URLs. */
const MAIN_SCRIPT = `
const { app, BrowserWindow } = require('electron')
const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
async function draw({ svg, size, share }) {
  const image = new Image(size, size)
  await new Promise((resolve, reject) => {
    image.onload = resolve
    image.onerror = reject
    image.src = 'data:image/svg+xml,' + encodeURIComponent(svg)
  })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  const margin = (size * (1 - share)) / 2
  canvas.getContext('2d').drawImage(image, margin, margin, size * share, size * share)
  return canvas.toDataURL('image/png')
}
app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } })
  await window.loadURL('about:blank')
  const jobs = JSON.parse(readFileSync(join(__dirname, 'jobs.json'), 'utf8'))
  const run = ([key, job]) =>
    window.webContents.executeJavaScript('(' + draw + ')(' + JSON.stringify(job) + ')').then((url) => [key, url])
  writeFileSync(join(__dirname, 'pictures.json'), JSON.stringify(await Promise.all(jobs.map(run))))
  app.exit(0)
}).catch((error) => { console.error(error); app.exit(1) })
`

function draw(project: Project, jobs: ReadonlyMap<string, Job>): Map<string, Buffer> {
  electronOf(project)
  const appDir = mkdtempSync(join(tmpdir(), 'latchkey-icons-'))
  try {
    writeFileSync(join(appDir, 'package.json'), '{ "name": "icons", "version": "1.0.0", "main": "main.cjs" }')
    writeFileSync(join(appDir, 'main.cjs'), MAIN_SCRIPT)
    writeFileSync(join(appDir, 'jobs.json'), JSON.stringify([...jobs]))
    const args = [appDir, `--user-data-dir=${join(appDir, 'data')}`]
    const { ok, output } = runTool(project, electronPath(project.rootDir), args)
    if (!ok) throw new CommandError(`The icons could not be created. ${output.trim()}`)
    const pictures: [string, string][] = JSON.parse(readFileSync(join(appDir, 'pictures.json'), 'utf8'))
    return new Map(
      pictures.map(([key, url]) => [key, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')]),
    )
  } finally {
    rmSync(appDir, { recursive: true, force: true })
  }
}

/** An icon of Windows: a directory of PNG files. */
function packIco(images: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index
    // 0 means 256.
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
