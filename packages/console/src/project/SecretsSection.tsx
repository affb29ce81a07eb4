import { Button } from '@latchkey/react/design'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf, readAgain } from '../api/query.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { Facts } from '../components/Facts.tsx'
import { Section } from '../components/Page.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { useFormats, useTexts } from '../messages/messages.ts'
import { RotateDialog } from './RotateDialog.tsx'
import { PROJECT } from './texts.ts'

/** The public keys of a project. Its secrets are replaced here, and nowhere shown again. */
export function SecretsSection({ projectId }: { readonly projectId: string }) {
  const t = useTexts(PROJECT).secrets
  const { shortDate } = useFormats()
  const { data } = useQuery(queryOf('getSecrets', { params: { project_id: projectId } }))
  const [rotated, setRotated] = useState<'secrets' | 'signing-key'>()
  return (
    <Section title={t.title} lead={t.lead}>
      {data === undefined ? (
        <Skeleton />
      ) : (
        <>
          <Facts
            facts={[
              [
                t.keys,
                data.signing_keys.map(({ id, created_at: made, used_until: until }) => (
                  <p key={id}>
                    {until === -1 ? t.newest(shortDate(made)) : t.earlier(shortDate(made), shortDate(until))}
                  </p>
                )),
              ],
              ...(data.earlier_until === 0
                ? []
                : [[t.earlierSecrets, t.earlierSecretsUntil(shortDate(data.earlier_until))] as const]),
              [t.publicKeys, <code key="keys">{data.public_keys}</code>],
            ]}
          />
          <div className="buttons">
            <CopyButton text={data.public_keys} label={t.copyPublicKeys} />
            <Button onClick={() => setRotated('signing-key')}>{t.rotateSigningKey}</Button>
            <Button onClick={() => setRotated('secrets')}>{t.rotateSecrets}</Button>
          </div>
        </>
      )}
      {rotated !== undefined && (
        <RotateDialog
          what={rotated}
          projectId={projectId}
          onClose={() => {
            setRotated(undefined)
            void readAgain('getSecrets')
          }}
        />
      )}
    </Section>
  )
}
