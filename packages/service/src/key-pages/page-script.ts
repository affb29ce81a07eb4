/** Answers of the service to the page after a purchase. */
export type ReturnAnswer =
  | { readonly state: 'waiting' | 'in-mail' }
  | { readonly state: 'keys'; readonly keys: readonly string[] }

/**
 * The script of both pages. The function becomes part of them as text, so it may use only what
 * browsers have. It shows one section at a time.
 */
export function runPage(): void {
  const LONGEST_WAIT_MS = 5 * 60_000
  const FIRST_PAUSE_MS = 1_000
  const LONGEST_PAUSE_MS = 15_000
  const { dataset } = document.body
  const find = (id: string) => document.getElementById(id)
  /** The page without query and fragment. */
  const here = location.pathname

  function show(id: string): void {
    for (const section of document.querySelectorAll('section')) section.hidden = section.id !== id
  }

  function addKey(key: string): void {
    const template = find('key')
    if (!(template instanceof HTMLTemplateElement)) return
    const row = document.importNode(template.content, true)
    const [code, button] = [row.querySelector('code'), row.querySelector('button')]
    if (code === null || button === null) return
    code.textContent = key
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(key)
        button.textContent = dataset['copied'] ?? ''
      } catch {
        // The browser has no clipboard for pages without https, so the user copies the marked text.
        getSelection()?.selectAllChildren(code)
      }
    })
    find('keys')?.append(row)
  }

  function showKeys(keys: readonly string[]): void {
    find('keys')?.replaceChildren()
    for (const key of keys) addKey(key)
    const [key = '', ...others] = keys
    const label = find('label')
    if (label !== null) label.textContent = dataset[others.length > 0 ? 'keys' : 'key'] ?? ''
    const scheme = dataset['appLink'] ?? ''
    const link = find('open')
    if (link instanceof HTMLAnchorElement) link.href = `${scheme}://activate?key=${key}`
    const hasLink = scheme !== '' && others.length === 0
    for (const one of document.querySelectorAll<HTMLElement>('.by-link')) one.hidden = !hasLink
    for (const one of document.querySelectorAll<HTMLElement>('.by-hand')) one.hidden = hasLink
    show('found')
  }

  /** Shows the key in the fragment of the address, which no server gets, and removes it from there. */
  function openFragment(): void {
    const key = location.hash.slice(1)
    history.replaceState(null, '', here)
    // SECURITY: anybody can make such a link, so no other text is shown on this page.
    if (/^[a-zA-Z]{32}$/.test(key)) showKeys([key])
    else show('no-key')
  }

  /** Undefined: there was no answer, or a refusal. Another try may be answered. */
  async function post(body: object): Promise<ReturnAnswer | undefined> {
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(here, { method: 'POST', headers, body: JSON.stringify(body) })
      return answer.ok ? await answer.json() : undefined
    } catch {
      return undefined
    }
  }

  async function claim(order: string): Promise<void> {
    const until = Date.now() + LONGEST_WAIT_MS
    for (
      let pauseMs = FIRST_PAUSE_MS;
      Date.now() < until;
      pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)
    ) {
      const answer = await post({ order })
      if (answer?.state === 'keys') return showKeys(answer.keys)
      if (answer?.state === 'in-mail') return show('in-mail')
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    show('late')
  }

  function openPurchase(): void {
    // After a reload, the address has no ID any more.
    const order: unknown = new URLSearchParams(location.search).get('order') ?? history.state?.order
    history.replaceState({ order }, '', here)
    const again = find('again')
    if (typeof order !== 'string' || !(again instanceof HTMLButtonElement)) {
      show('in-mail')
      return
    }
    again.hidden = false
    again.addEventListener('click', async () => {
      again.disabled = true
      const answer = await post({ order, again: true })
      again.disabled = answer !== undefined
      const sent = find('sent')
      if (sent !== null) sent.hidden = answer === undefined
    })
    show('waiting')
    void claim(order)
  }

  if (dataset['page'] === 'open') {
    addEventListener('hashchange', openFragment)
    openFragment()
  } else {
    openPurchase()
  }
}
