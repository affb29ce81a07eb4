import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { PlotData } from './plots.ts'

/** Lines differ in their dashes and in the shape of their points, not only in their colour. */
export const LOOKS = [
  { color: '--accent-ink', dash: [], shape: 'circle' },
  { color: '--problem-ink', dash: [9, 4], shape: 'square' },
  { color: '--good-ink', dash: [2, 4], shape: 'triangle' },
  { color: '--caution-ink', dash: [9, 4, 2, 4], shape: 'diamond' },
  { color: '--ink-soft', dash: [4, 4], shape: 'slash' },
] as const satisfies readonly { color: string; dash: number[]; shape: string }[]
export type Shape = (typeof LOOKS)[number]['shape']
export const lookOf = (index: number) => LOOKS[index % LOOKS.length] ?? LOOKS[0]

/** The outline of a point around 0, 0, with a radius of 1: the data of an SVG path. */
export const OUTLINES: Readonly<Record<Shape, string>> = {
  circle: 'M1 0A1 1 0 1 1 -1 0A1 1 0 1 1 1 0Z',
  square: 'M-0.9 -0.9H0.9V0.9H-0.9Z',
  triangle: 'M0 -1.2L1.1 0.8H-1.1Z',
  diamond: 'M0 -1.3L1.3 0L0 1.3L-1.3 0Z',
  slash: 'M-1.2 -0.5L-0.5 -1.2L1.2 0.5L0.5 1.2Z',
}

const POINT_RADIUS = 4
/** The increments of the scale are whole numbers, because no value has a fraction. */
const INCREMENTS = indexes(12).flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power))

function indexes(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}

interface Parts {
  readonly target: HTMLElement
  readonly data: PlotData
  /** The place of the cursor at first; null: there is no cursor. */
  readonly place: number | null
  readonly formatValue: (value: number) => string
  /** Called when a pointer has moved the cursor; null: there is no cursor any more. */
  readonly onCursor: (place: number | null) => void
}

/** Draws a plot that fills its target, also when the size of the target changes. */
export function createPlot({ target, data, place: first, formatValue, onCursor }: Parts) {
  const color = colorsOf(target)
  const { fontFamily } = getComputedStyle(target)
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const font = `${0.8 * rem}px ${fontFamily}`
  const axis = {
    font,
    stroke: color('--ink-soft'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line'), width: 1, size: 4 },
  }
  const places = indexes(data.names.length)
  const most = Math.max(1, ...data.series.flatMap(({ values }) => values))
  const edge = data.shape === 'steps' ? 0 : 0.5
  const plot = new UPlot(
    {
      width: target.clientWidth,
      height: target.clientHeight,
      legend: { show: false },
      padding: [rem * 0.6, rem * 1.4, 0, 0],
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 9 } },
      scales: {
        x: { time: false, range: [-edge, data.names.length - 1 + edge] },
        y: { range: [0, most * 1.05] },
      },
      axes: [
        {
          ...axis,
          splits: () => ticksThatFit(data.ticks, target.clientWidth / (5 * rem)).map(({ place }) => place),
          values: (_plot, splits) =>
            splits.map((at) => data.ticks.find(({ place }) => place === at)?.label ?? ''),
          size: 2 * rem,
        },
        {
          ...axis,
          incrs: INCREMENTS,
          space: 2.2 * rem,
          size: 3.4 * rem,
          values: (_plot, splits) => splits.map(formatValue),
        },
      ],
      series: [{}, ...data.series.map((_series, index) => seriesOf(data.shape, index, color))],
      hooks: {
        ready: [() => moveTo(first)],
        setCursor: [({ cursor }) => (cursor.event === null ? undefined : onCursor(cursor.idx ?? null))],
      },
    },
    [places, ...data.series.map(({ values }) => [...values])],
    target,
  )
  const observer = new ResizeObserver(() =>
    plot.setSize({ width: target.clientWidth, height: target.clientHeight }),
  )
  observer.observe(target)

  function moveTo(place: number | null): void {
    const [left, top] = place === null ? [-1, -1] : [plot.valToPos(place, 'x'), 0]
    plot.setCursor({ left, top }, false)
  }
  return {
    /** Moves the cursor; null hides it. */
    moveTo,
    destroy(): void {
      observer.disconnect()
      plot.destroy()
    },
  }
}

const TOKENS = [...LOOKS.map(({ color }) => color), '--line', '--accent-tint', '--accent-fill']

/** The computed colour of a token: a canvas cannot resolve `var()` and `light-dark()`. */
function colorsOf(target: HTMLElement): (token: string) => string {
  const probe = target.appendChild(document.createElement('i'))
  const colors = new Map<string, string>()
  for (const token of TOKENS) {
    probe.style.color = `var(${token})`
    colors.set(token, getComputedStyle(probe).color)
  }
  probe.remove()
  return (token) => colors.get(token) ?? ''
}

/** Leaves out ticks in regular steps, so that labels do not touch each other. */
function ticksThatFit(ticks: PlotData['ticks'], most: number): PlotData['ticks'] {
  const every = Math.max(1, Math.ceil(ticks.length / Math.max(1, most)))
  return ticks.filter((_tick, index) => index % every === 0)
}

function seriesOf(shape: PlotData['shape'], index: number, color: (token: string) => string): UPlot.Series {
  const { steps, bars } = {
    steps: UPlot.paths.stepped?.({ align: 1 }),
    bars: UPlot.paths.bars?.({ size: [0.7, 48], radius: 0.15 }),
  }
  if (shape === 'bars') {
    const stroke = color('--accent-fill')
    return { stroke, fill: stroke, width: 0, points: { show: false }, ...(bars && { paths: bars }) }
  }
  if (shape === 'steps') {
    const filled = { stroke: color('--accent-ink'), fill: color('--accent-tint'), width: 1.5 }
    return { ...filled, points: { show: false }, ...(steps && { paths: steps }) }
  }
  const look = lookOf(index)
  const stroke = color(look.color)
  return {
    stroke,
    width: 2,
    dash: [...look.dash],
    points: {
      show: true,
      stroke,
      fill: stroke,
      width: 1,
      paths: (plot, series, first, last) => ({
        stroke: null,
        fill: pointsOf(plot, series, [first, last], look.shape),
      }),
    },
  }
}

/** The points of a line, as one path in pixels of the canvas. */
function pointsOf(plot: UPlot, series: number, [first, last]: [number, number], shape: Shape): Path2D {
  const path = new Path2D()
  const outline = new Path2D(OUTLINES[shape])
  const radius = POINT_RADIUS * devicePixelRatio
  for (let place = first; place <= last; place += 1) {
    const x = plot.valToPos(place, 'x', true)
    const y = plot.valToPos(plot.data[series]?.[place] ?? 0, 'y', true)
    path.addPath(outline, new DOMMatrix([radius, 0, 0, radius, x, y]))
  }
  return path
}
