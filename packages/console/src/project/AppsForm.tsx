import { refuse } from '../api/outcome.ts'
import { Facts } from '../components/Facts.tsx'
import { Section } from '../components/Page.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { useTexts } from '../messages/messages.ts'
import { LinesField, linesOf } from './LinesField.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { PROJECT } from './texts.ts'
import { type SettingsParts, useSettingsForm } from './use-settings.ts'

/** Sets which apps may check keys, and shows whether the operator allows it. */
export function AppsForm(parts: SettingsParts) {
  const { settings, projectId } = parts
  const t = useTexts(PROJECT).apps
  const { form, save } = useSettingsForm(parts, ({ user_agents }) => ({
    user_agents: user_agents.join('\n'),
  }))
  const user_agents = linesOf(form.values.user_agents)
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
          {t.notApprovedText}{' '}
          <code>{`latchkey-service project update --app-name ${settings.app_name} --approved yes`}</code>
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
        form={form}
        saves="updateProjectSettings"
        onSubmit={async () =>
          user_agents.length === 0 ? refuse('user_agents', t.needsOne) : save({ user_agents })
        }
      >
        <LinesField
          label={t.userAgents}
          hint={isRemoving && user_agents.length > 0 ? t.removes : t.userAgentsHint}
          {...form.field('user_agents')}
        />
      </SettingsForm>
    </Section>
  )
}
