import { type Static, Type } from 'typebox'
import { signedIn } from './console.ts'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Flag, Whole } from './fields.ts'

/** The state of a service. */
export const ServiceDetails = Type.Object({
  ...DoneFields,
  version: AnyText('The version of the service.'),
  node_id: AnyText('The ID of the process that answers.'),
  database: AnyText('`well`, `read-only`, `replaced` or `unreachable`.'),
  clock_steady: Flag('false: the time of day has jumped since the start.'),
  clock_jumped_seconds: Whole('By how much; positive: it is ahead.'),
  nodes: Type.Array(Type.String(), { description: 'Where apps check keys.' }),
  public_url: AnyText('Where apps reach the process that answers.'),
  console_url: AnyText('Where people reach this console.'),
})
export type ServiceDetails = Static<typeof ServiceDetails>

/** What `doctor` has found. */
export const ServiceFindings = Type.Object({
  ...DoneFields,
  findings: Type.Array(
    Type.Object({
      check: AnyText('The name of the check.'),
      status: AnyText('`ok`, `problem` or `skipped`.'),
      code: AnyText('What was found, such as `DATABASE_EMPTY`. Later versions have further codes.'),
      message: AnyText('What was found, in English.'),
      remedy: Type.Optional(AnyText('What to do about a problem.')),
      values: Type.Record(Type.String(), Type.String(), {
        description: 'The parts of both that differ, such as `url`, for a translation by the code.',
      }),
    }),
    { description: 'In the order in which they are best put right.' },
  ),
})
export type ServiceFindings = Static<typeof ServiceFindings>

const ofService = { ...signedIn, subject: 'Service' } as const

/** The service itself, in the console alone. */
export const SERVICE_ENDPOINTS = {
  getService: {
    ...ofService,
    title: 'Get Service',
    method: 'GET',
    path: '/console/service',
    leastRole: 'owner',
    description: 'Returns the health, the nodes and the version of the service.',
    success: ServiceDetails,
  },
  examineService: {
    ...ofService,
    title: 'Examine Service',
    method: 'GET',
    path: '/console/service/findings',
    leastRole: 'owner',
    description:
      'Runs the checks of `latchkey-service doctor` with the addresses that the service was started with. They take up to a minute.',
    success: ServiceFindings,
    refusals: [{ status: 403, when: 'the service has other accounts, too: only its operator may see that' }],
  },
} as const satisfies Record<string, EndpointData>
