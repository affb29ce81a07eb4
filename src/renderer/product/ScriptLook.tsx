import { Button, useApp } from '@latchkey/react'
import { useState } from 'react'

/** A part of the product that is a protected script: what it says stands beside the button that asks it. */
export function ScriptLook({ text }: { readonly text: string }) {
  const { bridge, words } = useApp()
  const [said, setSaid] = useState('')

  async function handleClick(): Promise<void> {
    setSaid(words.sample.looking)
    try {
      const result = await bridge.product.lookAtText(text)
      setSaid(
        result.kind === 'looked'
          ? words.sample.looked(result.look)
          : result.message || words.sample.notLooked,
      )
    } catch {
      setSaid(words.sample.notLooked)
    }
  }

  return (
    <>
      <p role="status">{said}</p>
      <Button look="quiet" onClick={() => void handleClick()}>
        {words.sample.look}
      </Button>
    </>
  )
}
