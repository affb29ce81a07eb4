import { UsageError, wholeNumber, yesOrNo } from '@latchkey/command-line'
import {
  MOST_DEVICES,
  MOST_MOVES_PER_YEAR,
  MOST_TRIAL_DAYS,
  MOST_TRIAL_KEPT_DAYS,
  MOST_TRIALS_PER_DAY,
  type ProjectSettings,
} from '@latchkey/management'
import { defineCommand, given } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { pairs } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'
import { describeFeatures, featureNames } from './terms.ts'

export const parseMaxDevices = wholeNumber(1, MOST_DEVICES)
export const parseMovesPerYear = wholeNumber(0, MOST_MOVES_PER_YEAR)
export const parseCooldown = wholeNumber(-1, 2 ** 31 - 1)

const settings = defineCommand({
  name: 'project settings',
  summary: 'Shows which apps may check keys, what holds for all keys, and the trials of a project.',
  async run({ client, output, times }) {
    const answer = expectOk(await client.getProjectSettings())
    output.show(answer, describeSettings(answer, times))
  },
})

const update = defineCommand({
  name: 'project update',
  summary: 'Changes which apps may check keys, what holds for all keys, and the trials of a project.',
  description: 'Limits hold for all keys without limits of their own. A lower limit unlinks no device.',
  options: {
    'max-devices': { value: 'N', help: 'The number of devices of a key.', parse: parseMaxDevices },
    'moves-per-year': {
      value: 'N',
      help: 'How often a user can move a key in 365 days; 0: not at all.',
      parse: parseMovesPerYear,
    },
    cooldown: {
      value: 'SECONDS',
      help: 'Between two moves or resets; 0 for none, -1 to disable both.',
      parse: parseCooldown,
    },
    'user-agent': {
      value: 'TEXT',
      help: 'A User-Agent that may check keys, instead of those before; may be repeated.',
      isRepeatable: true,
    },
    features: {
      value: 'NAMES',
      help: 'What all keys open, beside their own features: a,b. "" for nothing.',
      parse: featureNames,
    },
    'trial-days': {
      value: 'N',
      help: `How many days a trial lasts, up to ${MOST_TRIAL_DAYS}; 0: the app offers none.`,
      parse: wholeNumber(0, MOST_TRIAL_DAYS),
    },
    'trial-weak-devices': {
      value: 'yes|no',
      help: 'Whether a device that is hard to tell from others gets a trial, too.',
      parse: yesOrNo,
    },
    'trials-per-day': {
      value: 'N',
      help: 'How many trials can start in a day.',
      parse: wholeNumber(1, MOST_TRIALS_PER_DAY),
    },
    'trials-per-address': {
      value: 'N',
      help: 'How many trials can start in a day from one address.',
      parse: wholeNumber(1, MOST_TRIALS_PER_DAY),
    },
    'trial-kept-days': {
      value: 'N',
      help: 'How many days after its end the key of a trial is deleted.',
      parse: wholeNumber(0, MOST_TRIAL_KEPT_DAYS),
    },
  },
  async run({ client, output, times }, options) {
    const changes = given({
      max_devices: options['max-devices'],
      moves_per_year: options['moves-per-year'],
      reset_hwid_cooldown: options.cooldown,
      user_agents: options['user-agent'] && [...options['user-agent']],
      features: options.features && [...options.features],
      trial_days: options['trial-days'],
      trial_weak_devices: options['trial-weak-devices'],
      trials_per_day: options['trials-per-day'],
      trials_per_address: options['trials-per-address'],
      trial_kept_days: options['trial-kept-days'],
    })
    if (Object.keys(changes).length === 0) throw new UsageError('There is nothing to change.')
    const answer = expectOk(await client.updateProjectSettings({ body: changes }))
    output.show(answer, describeSettings(answer, times))
    output.notify('The settings were changed.')
  },
})

const describeSettings = (answer: ProjectSettings, times: Times): readonly string[] =>
  pairs([
    ['Devices of a key', String(answer.max_devices)],
    ['Moves a year', answer.moves_per_year === 0 ? 'none' : String(answer.moves_per_year)],
    ['Resets and moves', times.cooldown(answer.reset_hwid_cooldown)],
    ['User-Agents', answer.user_agents.join(', ')],
    ['Approved', answer.approved ? 'yes' : 'no: key checks are refused'],
    ['Features of keys', describeFeatures(answer.features)],
    ['Trials', describeTrials(answer)],
  ])

const describeTrials = (answer: ProjectSettings): string => {
  const { trial_days: days, trials_per_day, trials_per_address, trial_kept_days } = answer
  if (days === 0) return 'none'
  const weak = answer.trial_weak_devices ? ', also for weak device IDs' : ''
  const limits = `${trials_per_day} a day, ${trials_per_address} from an address`
  return `${days} days${weak}; ${limits}; deleted ${trial_kept_days} days after their end`
}

export const PROJECT_COMMANDS = [settings, update]
