import { Button } from '@latchkey/react/design'
import { refuse } from '../api/outcome.ts'
import { useMay } from '../api/session.ts'
import { DropZone } from '../components/DropZone.tsx'
import { useForm } from '../components/Form.tsx'
import { Section } from '../components/Page.tsx'
import { describeProblem } from '../messages/describe-problem.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import styles from './MailSettings.module.css'
import { MAIL_SETTINGS } from './settings-texts.ts'
import { type MailSettingsParts, useSaveMail } from './use-mail-settings.ts'

/** The service has the same limit, and decides by it. */
const MOST_BYTES = 200_000
/** The bytes at the start of each PNG file, in base64. */
const PNG_START = 'iVBORw0KGg'

/** The logo at the top of each mail. It is saved as soon as it is chosen. */
export function LogoField({ projectId, settings: { logo } }: MailSettingsParts) {
  const t = useTexts(MAIL_SETTINGS).logo
  const shell = useTexts(SHELL)
  const may = useMay()
  const save = useSaveMail(projectId)
  const { outcome, submit, isBusy } = useForm({})
  const put = (next: string) => save({ logo: next }, { logo })

  async function choose([file]: readonly File[]): Promise<void> {
    if (file === undefined) return
    await submit(async () => {
      if (file.size > MOST_BYTES) return refuse(undefined, t.tooLarge)
      const base64 = await readBase64(file)
      return base64.startsWith(PNG_START) ? put(base64) : refuse(undefined, t.notPng)
    })
  }

  const problem =
    outcome === undefined || outcome.kind === 'done' ? undefined : describeProblem(outcome, shell)
  return (
    <Section title={t.title} lead={t.lead} focusAfter={logo}>
      {logo !== '' && <img className={styles['logo']} src={`data:image/png;base64,${logo}`} alt={t.title} />}
      {may('changeMailSettings') && (
        <DropZone
          label={t.title}
          text={t.hint}
          dropText={t.drop}
          chooseText={t.choose}
          accept="image/png"
          problem={problem}
          onFiles={(files) => void choose(files)}
        />
      )}
      {may('changeMailSettings') && logo !== '' && (
        <div className="buttons">
          <Button aria-disabled={isBusy} onClick={() => void submit(() => put(''))}>
            {t.remove}
          </Button>
        </div>
      )}
    </Section>
  )
}

/** Reads a file as base64. Rejects if it cannot be read. */
const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
