/**
 * Finds broken layout: text that is cut off, that is outside of its box or of the page, or that
 * covers other text. It compares the places of the letters, line by line, as they are drawn. It
 * runs in the page, so it can use nothing outside of the function.
 */
export function findLayoutFaults(): string[] {
  /** The tolerance for rounding, and for the part of a line without letters. */
  const TOLERANCE_PX = 1.5
  const faults = new Set<string>()
  const root = document.querySelector('dialog[open]') ?? document.body
  // Scrolls to the end, where no sticky element covers another one.
  for (const element of [document.body, ...document.querySelectorAll('*')]) element.scrollTop = 1e6

  interface Line {
    readonly text: string
    readonly owner: Element
    readonly rect: DOMRect
  }
  const lines: Line[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const owner = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (owner === null || text === '' || !isShown(owner)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const seen = clip(owner, rect)
      if (rect.width > 0 && seen.height > 0) lines.push({ text, owner, rect: seen })
    }
  }

  /** The part of a rectangle that is not scrolled out of sight. */
  function clip(owner: Element, rect: DOMRect): DOMRect {
    let { top, bottom } = rect
    for (let box: Element | null = owner; box !== null; box = box.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue
      const edges = box.getBoundingClientRect()
      top = Math.max(top, edges.top)
      bottom = Math.min(bottom, edges.bottom)
    }
    return new DOMRect(rect.left, top, rect.width, Math.max(0, bottom - top))
  }

  function isShown(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      // Elements for screen readers alone are not shown.
      if (getComputedStyle(each).clipPath !== 'none') return false
    }
    return true
  }

  const short = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

  if (document.documentElement.scrollWidth > innerWidth) faults.add('the page is wider than the window')
  if (document.documentElement.scrollHeight > innerHeight) faults.add('the window scrolls, too')
  for (const { text, owner, rect } of lines) {
    if (rect.left < -TOLERANCE_PX || rect.right > innerWidth + TOLERANCE_PX)
      faults.add(`off the page: ${short(text)}`)
    for (let box: Element | null = owner; box !== null; box = box.parentElement) {
      if (!root.contains(box) || box === document.body) break
      const style = getComputedStyle(box)
      if (style.display.startsWith('inline') && style.display !== 'inline-flex') continue
      const edges = box.getBoundingClientRect()
      const sides = rect.left < edges.left - TOLERANCE_PX || rect.right > edges.right + TOLERANCE_PX
      const ends = rect.top < edges.top - TOLERANCE_PX || rect.bottom > edges.bottom + TOLERANCE_PX
      const scrolls = /auto|scroll/.test(style.overflowY)
      if (sides || (ends && !scrolls)) faults.add(`runs out of its ${box.tagName}: ${short(text)}`)
      // The box can be scrolled to what is outside.
      if (scrolls) break
    }
  }
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (!isShown(element)) continue
    const { overflowX, overflowY } = getComputedStyle(element)
    const name = `${element.tagName} ${short(element.innerText ?? '')}`
    // A text field of one line can be scrolled to its hidden text.
    const isField = element.tagName === 'INPUT'
    if (!isField && overflowX !== 'visible' && element.scrollWidth > element.clientWidth + TOLERANCE_PX)
      faults.add(`cut off at the side: ${name}`)
    if (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + TOLERANCE_PX)
      faults.add(`cut off at the end: ${name}`)
  }

  const controls = [...root.querySelectorAll('button, textarea, input, summary, a')]
    .filter(isShown)
    .map((owner) => ({
      text: owner.textContent ?? '',
      owner,
      rect: clip(owner, owner.getBoundingClientRect()),
    }))
  const boxes = [...lines, ...controls]
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      if (one.owner.contains(other.owner) || other.owner.contains(one.owner)) continue
      const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
      if (width > TOLERANCE_PX && height > 2 * TOLERANCE_PX)
        faults.add(`lies on “${short(other.text)}”: ${short(one.text)}`)
    }
  }
  return [...faults]
}
