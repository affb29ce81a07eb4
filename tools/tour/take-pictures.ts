import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openStateWindow, type StateLanguage } from './state-window.ts'
import { STATES } from './states.ts'

export const MODES = ['light', 'dark', 'german'] as const
export type Mode = (typeof MODES)[number]

const LOOKS: Readonly<Record<Mode, { language: StateLanguage; colorScheme: 'light' | 'dark' }>> = {
  light: { language: 'en', colorScheme: 'light' },
  dark: { language: 'en', colorScheme: 'dark' },
  german: { language: 'de', colorScheme: 'light' },
}

export interface PicturesParts {
  /** Licensing settings of a service with `validKey`. */
  readonly env: Record<string, string>
  readonly validKey: string
  readonly picturesDir: string
}

/** Takes a picture of every state in every mode. Resolves to the number of states. */
export async function takePictures({ env, validKey, picturesDir }: PicturesParts): Promise<number> {
  const window = await openStateWindow(env, validKey)
  try {
    for (const mode of MODES) {
      const { language, colorScheme } = LOOKS[mode]
      mkdirSync(join(picturesDir, mode), { recursive: true })
      await window.page.emulateMedia({ colorScheme })
      for (const state of STATES) {
        await window.show(state, language)
        await window.page.screenshot({ path: join(picturesDir, mode, `${state.name}.png`) })
      }
    }
    return STATES.length
  } finally {
    await window.close()
  }
}
