/** What is needed of `process.stdin`. */
export interface Terminal extends NodeJS.EventEmitter {
  readonly isTTY?: boolean | undefined
  setRawMode?(raw: boolean): unknown
  resume(): unknown
  pause(): unknown
}

const ENTER = /[\r\n]/
const CONTROL_C = '\u0003'
const CONTROL_D = '\u0004'
const BACKSPACE = /[\b\u007f]/

/**
 * Asks for a secret on a terminal, without showing what is typed.
 * @returns undefined when it was called off with Ctrl-C or Ctrl-D, or the terminal went away
 */
export async function askHidden(
  question: string,
  terminal: Terminal,
  say: (text: string) => unknown,
): Promise<string | undefined> {
  // Raw mode, because the terminal itself would show every letter; before the question, because a paste may be quick.
  terminal.setRawMode?.(true)
  say(question)
  terminal.resume()
  return await new Promise((resolve) => {
    let typed = ''
    const finish = (answer: string | undefined) => {
      terminal.off('data', read)
      terminal.off('end', giveUp)
      terminal.setRawMode?.(false)
      terminal.pause()
      say('\n')
      resolve(answer)
    }
    const giveUp = () => finish(undefined)
    const read = (chunk: Buffer | string) => {
      for (const letter of chunk.toString()) {
        if (ENTER.test(letter)) return finish(typed)
        if (letter === CONTROL_C || letter === CONTROL_D) return giveUp()
        typed = BACKSPACE.test(letter) ? typed.slice(0, -1) : typed + letter
      }
    }
    terminal.on('data', read)
    terminal.on('end', giveUp)
  })
}
