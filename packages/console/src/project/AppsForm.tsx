import { useState } from 'react'
import { refuse } from '../api/outcome.ts'
import { Facts } from '../components/Facts.tsx'
import { TextAreaField } from '../components/Field.tsx'
import { Section } from '../components/Page.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { useTexts } from '../messages/messages.ts'
import { linesOf } from './lines-of.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { PROJECT } from './texts.ts'
import { type SettingsParts, useSave } from './use-settings.ts'

/** Which apps may check keys, and whether the operator lets them. */
export function AppsForm(parts: SettingsParts) {
  const { settings, projectId } = parts
  const t = useTexts(PROJECT).apps
  const save = useSave(parts)
  const [text, setText] = useState(settings.user_agents.join('\n'))
  const user_agents = linesOf(text)
  const isRemoving = settings.user_agents.some((known) => !user_agents.includes(known))

  return (
    <Section
      title={t.title}
      lead={t.lead}
      actions={
        <StateBadge tone={settings.approved ? 'good' : 'problem'}>
          {settings.approved ? t.approved : t.notApproved}
        </StateBadge>
      }
    >
      {!settings.approved && (
        <p>
          {t.notApprovedText} <code>{`project update --app-name ${settings.app_name} --approved yes`}</code>
        </p>
      )}
      <Facts
        facts={[
          [t.appName, <code key="app">{settings.app_name}</code>],
          [t.executor, <code key="executor">{settings.executor}</code>],
          [t.projectId, <code key="project">{projectId}</code>],
        ]}
      />
      <SettingsForm
        saves="updateProjectSettings"
        onSubmit={async () =>
          user_agents.length === 0 ? refuse('user_agents', t.needsOne) : save({ user_agents })
        }
      >
        {(errorOf) => (
          <TextAreaField
            label={t.userAgents}
            hint={isRemoving && user_agents.length > 0 ? t.removes : t.userAgentsHint}
            error={errorOf('user_agents')}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </SettingsForm>
    </Section>
  )
}
