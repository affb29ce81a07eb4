/**
 * Prints what settings for devices spare honest customers, and what they give to people who share a
 * key: the table of docs/guides/what-your-users-can-do-for-themselves.md.
 * Usage: node tools/sharing/run.ts
 */
import type { MoveRules } from '../../packages/service/src/devices/moves.ts'
import { type Customer, playCustomers } from './customers.ts'

const SAMPLE = { keys: 500, years: 3, seed: 1 }
const NEW_DEVICE_DAYS = 548

const ONE_COMPUTER: Customer = {
  people: 1,
  computers: [80],
  newDeviceDays: NEW_DEVICE_DAYS,
  mailsEveryDays: 30,
}
const TWO_COMPUTERS: Customer = { ...ONE_COMPUTER, computers: [70, 20] }
/** Four people share one key that one of them has bought. */
const GROUP: Customer = { ...ONE_COMPUTER, people: 4, computers: [50] }

const SETTINGS = [
  [1, 0],
  [1, 1],
  [1, 2],
  [1, 4],
  [1, 12],
  [2, 0],
  [2, 1],
  [2, 2],
  [3, 2],
  [5, 4],
] as const

const rows = SETTINGS.map(([maxDevices, movesPerYear]) => {
  const rules: MoveRules = { maxDevices, movesPerYear, resetCooldownSeconds: 0 }
  const [one, two, group] = [ONE_COMPUTER, TWO_COMPUTERS, GROUP].map((customer) => {
    const { years, wanted, served, mails, peopleServed } = playCustomers(customer, rules, SAMPLE)
    return {
      mails: Math.round((mails / years) * 1_000),
      lostDays: `${(((wanted - served) / wanted) * 100).toFixed(1)} %`,
      // The number of people who could use one key all the time.
      copies: ((served / wanted) * customer.people).toFixed(2),
      people: (peopleServed / years).toFixed(1),
    }
  })
  return [
    maxDevices,
    movesPerYear,
    one?.mails,
    one?.lostDays,
    two?.mails,
    two?.lostDays,
    group?.copies,
    group?.people,
  ]
})

const TITLES = [
  'devices',
  'moves a year',
  'one computer: mails',
  'lost days',
  'two computers: mails',
  'lost days',
  'group: copies in use',
  'people in a year',
]
console.log([TITLES, TITLES.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
