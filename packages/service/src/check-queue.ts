/** Decides a group and answers each of its members, in order. */
type Flush<Item, Answer> = (items: readonly Item[]) => Promise<readonly Answer[]>

export interface GroupQueue<Item, Answer> {
  submit(item: Item): Promise<Answer>
}

interface Waiting<Item, Answer> {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Gathers everything that arrives in one turn of the event loop, or while a group is being committed, into one group:
 * a commit waits for the disk, and a group shares that wait. A lone item goes at the end of its own turn, so it does
 * not wait for company.
 */
export function createGroupQueue<Item, Answer>(flush: Flush<Item, Answer>): GroupQueue<Item, Answer> {
  let gathering: Waiting<Item, Answer>[] = []
  let busy = false

  const run = async (): Promise<void> => {
    const group = gathering
    gathering = []
    try {
      const answers = await flush(group.map(({ item }) => item))
      group.forEach(({ resolve, reject }, index) => {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('A group was answered in part.'))
        else resolve(answer)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    busy = false
    if (gathering.length > 0) schedule()
  }

  const schedule = (): void => {
    busy = true
    setImmediate(() => void run())
  }

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        gathering.push({ item, resolve, reject })
        if (!busy) schedule()
      }),
  }
}
