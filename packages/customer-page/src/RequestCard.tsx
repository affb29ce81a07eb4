import type { MyRequest } from '@latchkey/management'
import { Button } from '@latchkey/react/design'
import { type SubmitEvent, useState } from 'react'
import { describeUse, nameOf } from './computers.ts'
import { BusyButton, Field, Problem, useSubmit } from './parts.tsx'
import { useSession } from './session.ts'
import { useWords } from './words.ts'

interface RequestCardProps {
  readonly request: MyRequest
  readonly onDenied: () => void
}

/**
 * A computer that asks to be let in.
 * SECURITY: the page does not have the two words. They are typed from the screen of the computer that
 * waits, so that nobody frees a computer for a thief out of habit.
 */
export function RequestCard({ request, onDenied }: RequestCardProps) {
  const texts = useWords()
  const { t, f } = texts
  const { mine, act, say } = useSession()
  const license = mine.licenses.find(({ id }) => id === request.license_id)
  const computers = license?.computers ?? []
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(computers.length === 1 ? (computers[0]?.id ?? '') : '')
  const { problem, isBusy, submit } = useSubmit()
  const facts = {
    [t.request.at]: f.moment(request.asked_at),
    [t.request.network]: request.network,
    [t.request.computer]: nameOf({ name: request.computer }, texts),
  }

  function allow(event: SubmitEvent): void {
    event.preventDefault()
    const body = { request_id: request.id, words, computer_id: chosen }
    void submit(
      () => act('allowRequest', body),
      () => say(t.request.done),
    )
  }
  const deny = () => act('denyRequest', { request_id: request.id })
  return (
    <section className="card" data-look="request" aria-label={t.request.title}>
      <h2>{t.request.title}</h2>
      <dl>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <form className="stack" onSubmit={allow}>
        <p>{t.request.lead}</p>
        <Field
          label={t.request.words}
          value={words}
          onValue={setWords}
          required
          maxLength={100}
          autoCapitalize="none"
        />
        <fieldset>
          <legend>{t.request.which}</legend>
          {computers.map((computer) => (
            <label key={computer.id} className="choice">
              <input
                type="radio"
                name={request.id}
                value={computer.id}
                required
                checked={chosen === computer.id}
                onChange={() => setChosen(computer.id)}
              />
              <span>
                {nameOf(computer, texts)}
                <span className="soft">{describeUse(computer, texts)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="soft">{t.request.until(f.moment(request.until))}</p>
        <Problem text={problem} />
        <div className="buttons">
          <BusyButton type="submit" look="primary" isBusy={isBusy}>
            {t.request.go}
          </BusyButton>
          <Button onClick={() => void submit(deny, onDenied)}>{t.request.notMe}</Button>
        </div>
      </form>
    </section>
  )
}
