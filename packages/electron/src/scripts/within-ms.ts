/** What `work` comes to, or an error once it took too long; `giveUp` ends it then. */
export async function withinMs<T>(limitMs: number, work: Promise<T>, giveUp: () => void): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error(`The script took longer than ${limitMs / 1000} seconds, and was closed.`))
    giveUp()
  }, limitMs)
  try {
    return await Promise.race([late.promise, work])
  } finally {
    clearTimeout(timer)
  }
}
