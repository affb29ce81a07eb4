import type { FactRecord } from '@latchkey/management'
import { Section } from '../components/Page.tsx'
import timeline from '../key/Timeline.module.css'
import { useTexts, useWords } from '../messages/messages.ts'
import { ORDERS } from './texts.ts'
import type { Order } from './use-order.ts'

const GOOD = ['good', '✓'] as const
const BAD = ['problem', '✕'] as const
const OVER = ['caution', '✕'] as const
/** Each tone has a sign of its own, so that no fact depends on its colour alone. */
const TONES: Readonly<Record<string, readonly [tone: string, sign: string]>> = {
  paid: GOOD,
  resumed: GOOD,
  'dispute-won': GOOD,
  'dispute-withdrawn': GOOD,
  'payment-failed': OVER,
  cancelled: OVER,
  ended: OVER,
  refunded: BAD,
  'dispute-opened': BAD,
  'dispute-lost': BAD,
}

/** The facts of an order, the newest first. */
export function OrderFacts({ order: { facts, shop, payments } }: { readonly order: Order }) {
  const t = useTexts(ORDERS)
  return (
    <Section title={t.facts.title}>
      {facts.length === 0 && <p className="soft">{t.facts.none}</p>}
      <ol className="stack-tight">
        {togetherOf(facts)
          .toReversed()
          .map((same, index) => (
            <Entry
              // biome-ignore lint/suspicious/noArrayIndexKey: an event may have several facts.
              key={index}
              facts={same}
              hasEffect={same[0]?.is_test === shop.is_test}
              // Shops name it only where they report payments.
              ofOrder={payments[0]?.currency ?? ''}
            />
          ))}
      </ol>
    </Section>
  )
}

const nameOf = ({ kind, reason }: FactRecord): string =>
  kind === 'paid' && reason === 'renewal' ? 'renewed' : kind

/** The facts that are shown as one: shops report one payment in several events. */
function togetherOf(facts: readonly FactRecord[]): readonly (readonly FactRecord[])[] {
  const all: FactRecord[][] = []
  for (const fact of facts) {
    const last = all.at(-1)
    const [first] = last ?? []
    const isSame = first?.kind === fact.kind && first.at === fact.at && first.is_test === fact.is_test
    if (isSame) last?.push(fact)
    else all.push([fact])
  }
  return all
}

interface EntryProps {
  readonly facts: readonly FactRecord[]
  readonly hasEffect: boolean
  /** The currency of the order. */
  readonly ofOrder: string
}

function Entry({ facts, hasEffect, ofOrder }: EntryProps) {
  const { t, f } = useWords(ORDERS)
  const [{ kind = '', at } = {}] = facts
  const [tone, sign] = (hasEffect && TONES[kind]) || ['neutral', '·']
  const names = facts.map(nameOf)
  const name = names.find((one) => one !== kind) ?? kind
  const details = facts.flatMap(
    ({ amount, currency = ofOrder, quantity = 1, product_ids: ids = [], ...fact }) => {
      const end = fact.period_end ?? fact.runs_until ?? fact.ended_at
      return [
        amount === undefined ? '' : f.money(amount, currency),
        end === undefined ? '' : t.facts.until(f.date(end)),
        quantity > 1 ? `× ${f.number(quantity)}` : '',
        ids[0] ?? '',
      ]
    },
  )
  const what = [t.facts.kinds[name] ?? name, ...details, hasEffect ? '' : t.facts.test]
  const source = [at === undefined ? t.facts.noTime : f.moment(at), ...facts.map((one) => one.event_type)]
  return (
    <li className={timeline['entry']} data-tone={tone}>
      <span className={timeline['sign']} aria-hidden="true">
        {sign}
      </span>
      <div>
        <p>{joined(what)}</p>
        <p className="soft">{joined(source)}</p>
      </div>
    </li>
  )
}

/** The texts that are there, each once. */
const joined = (texts: readonly string[]): string => [...new Set(texts.filter(Boolean))].join(' · ')
