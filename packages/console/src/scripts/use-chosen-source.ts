import { useState } from 'react'
import { useFormats, useTexts } from '../messages/messages.ts'
import { formatBytes } from './format-bytes.ts'
import { SCRIPTS } from './texts.ts'

/** A file that was read. */
export interface ChosenSource {
  readonly name: string
  readonly bytes: number
  readonly text: string
}

/** The source that was chosen, or why a file cannot be one. */
export function useChosenSource(mostBytes: number) {
  const { upload } = useTexts(SCRIPTS)
  const formats = useFormats()
  const [chosen, setChosen] = useState<ChosenSource>()
  const [problem, setProblem] = useState<string>()

  const complain = (why: string): void => {
    setChosen(undefined)
    setProblem(why)
  }

  async function choose(files: readonly File[]): Promise<void> {
    const [file, ...others] = files
    if (file === undefined) return
    if (others.length > 0) return complain(upload.oneFile)
    if (file.size === 0) return complain(upload.empty)
    if (file.size > mostBytes) {
      return complain(upload.tooLarge(formatBytes(file.size, formats), formatBytes(mostBytes, formats)))
    }
    const text = await readText(file)
    if (text === undefined) return complain(upload.notText)
    setProblem(undefined)
    setChosen({ name: file.name, bytes: file.size, text })
  }

  return { chosen, problem, choose, complain }
}

/** Reads a file as text. Undefined if it is not UTF-8, for example a picture. */
async function readText(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return undefined
  }
}
