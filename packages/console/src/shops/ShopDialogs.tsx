import type { ShopRecord } from '@latchkey/management'
import { NO_PROOF, type Proof, ProofDialog } from '../account/ProofDialog.tsx'
import type { Outcome } from '../api/outcome.ts'
import { readAgain } from '../api/query.ts'
import { send } from '../api/send.ts'
import { Field, SelectField } from '../components/Field.tsx'
import { useForm } from '../components/Form.tsx'
import { showToast } from '../components/Toasts.tsx'
import { Choice } from '../keys/Choice.tsx'
import { inWords } from '../messages/in-words.ts'
import { useTexts } from '../messages/messages.ts'
import { ORDERS } from '../orders/texts.ts'
import { SHOPS } from './texts.ts'

// A copy, because the list of @latchkey/management would bring TypeBox into the page.
const KINDS = ['stripe', 'paddle', 'lemon-squeezy', 'test'] as const

/** The properties of a field for a secret that browsers must not store. */
const SECRET = { type: 'password', autoComplete: 'off', spellCheck: false } as const

/** The properties of a field for the page of a shop: browsers check the pattern. */
const PAGE = { type: 'url', pattern: 'https://.+', maxLength: 508 } as const

/** What every change of a shop does: says so, or puts the reason beside its field. */
function useFinish() {
  const t = useTexts(SHOPS)
  return <Answer,>(outcome: Outcome<Answer>, done: string): Outcome<Answer> => {
    if (outcome.kind === 'done') showToast({ text: done })
    if (outcome.kind !== 'refused') void readAgain('listShops')
    return inWords(outcome, t.refusals, { SHOP_API_KEY: 'secret', SECRET_MISSING: 'secret' })
  }
}

interface ConnectDialogProps {
  readonly projectId: string
  readonly onDone: (shopId: string) => void
  readonly onClose: () => void
}

export function ConnectDialog({ projectId, onDone, onClose }: ConnectDialogProps) {
  const { connect: t } = useTexts(SHOPS)
  const { kinds } = useTexts(ORDERS)
  const finish = useFinish()
  const form = useForm({
    ...NO_PROOF,
    kind: 'stripe' as (typeof KINDS)[number],
    name: '',
    secret: '',
    mode: 'live',
    page: '',
  })
  const { kind, name, secret, mode, page } = form.values

  async function submit(proof: Proof) {
    const signed = kind === 'test' ? {} : { secret, is_test: mode === 'test', buyer_page: page }
    const outcome = await send('connectShopInConsole', {
      params: { project_id: projectId },
      body: { ...proof, kind, ...(name !== '' && { name }), ...signed },
    })
    if (outcome.kind === 'done') onDone(outcome.answer.id)
    return finish(outcome, t.done)
  }
  return (
    <ProofDialog form={form} title={t.action} action={t.action} onSubmit={submit} onClose={onClose}>
      <SelectField
        label={t.kind}
        options={KINDS.map((one) => [one, kinds[one] ?? one])}
        {...form.field('kind')}
      />
      <Field label={t.name} hint={t.nameHint} maxLength={200} {...form.field('name')} />
      {kind !== 'test' && (
        <>
          <Field label={t.secret} hint={t.secretHint} required {...SECRET} {...form.field('secret')} />
          <SelectField label={t.mode} options={Object.entries(t.modes)} {...form.field('mode')} />
          <Field label={t.page} hint={t.pageHint} {...PAGE} {...form.field('page')} />
        </>
      )}
    </ProofDialog>
  )
}

interface ShopDialogProps {
  readonly projectId: string
  readonly shop: ShopRecord
  readonly onClose: () => void
}

/** Renames a shop, and rotates its secret. */
export function ChangeDialog({ projectId, shop, onClose }: ShopDialogProps) {
  const { connect, change: t } = useTexts(SHOPS)
  const finish = useFinish()
  const form = useForm({ ...NO_PROOF, name: shop.name, secret: '', drops: false, page: shop.buyer_page })
  const { name, secret, drops, page: buyer_page } = form.values

  const submit = async (proof: Proof) =>
    finish(
      await send('changeShopInConsole', {
        params: { project_id: projectId, shop_id: shop.id },
        body: {
          ...proof,
          name,
          buyer_page,
          ...(secret !== '' && { secret }),
          ...(drops && { drop_old_secrets: true }),
        },
      }),
      t.done,
    )
  return (
    <ProofDialog form={form} title={t.title} action={t.title} onSubmit={submit} onClose={onClose}>
      <Field label={connect.name} maxLength={200} {...form.field('name')} />
      {shop.kind !== 'test' && (
        <>
          <Field label={t.secret} hint={t.secretHint} {...SECRET} {...form.field('secret')} />
          <Field label={connect.page} hint={connect.pageHint} {...PAGE} {...form.field('page')} />
          {(shop.secrets > 1 || secret !== '') && (
            <Choice type="checkbox" label={t.drop} isOn={drops} onChange={(on) => form.set({ drops: on })} />
          )}
        </>
      )}
    </ProofDialog>
  )
}

export function DisconnectDialog({ projectId, shop, onClose }: ShopDialogProps) {
  const { disconnect: t } = useTexts(SHOPS)
  const finish = useFinish()
  const form = useForm(NO_PROOF)
  const params = { project_id: projectId, shop_id: shop.id }
  return (
    <ProofDialog
      form={form}
      role="alertdialog"
      title={t.title}
      lead={t.text}
      action={t.save}
      isDangerous
      onSubmit={async (proof) =>
        finish(await send('changeShopInConsole', { params, body: { ...proof, disconnect: true } }), t.done)
      }
      onClose={onClose}
    />
  )
}
