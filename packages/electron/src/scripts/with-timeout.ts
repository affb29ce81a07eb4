/** Resolves as `work` does. After the limit it calls `onTimeout` and rejects. */
export async function withTimeout<T>(limitMs: number, work: Promise<T>, onTimeout: () => void): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error(`The script took longer than ${limitMs / 1000} seconds, and was closed.`))
    onTimeout()
  }, limitMs)
  try {
    return await Promise.race([late.promise, work])
  } finally {
    clearTimeout(timer)
  }
}
