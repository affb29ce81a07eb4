import { limit } from './device-limits.ts'
import { Flag } from './fields.ts'

/** The longest trial, in days. */
export const MOST_TRIAL_DAYS = 365
/** The largest limit for trials in a day. */
export const MOST_TRIALS_PER_DAY = 1_000_000
/** The longest time for which the key of a trial is kept after its end, in days. */
export const MOST_TRIAL_KEPT_DAYS = 3_650

/** The settings of a project for its trials. */
export const TRIAL_SETTINGS = {
  trial_days: limit(0, MOST_TRIAL_DAYS, 'How many days a trial lasts. 0: no trial is offered.'),
  trial_weak_devices: Flag('Whether a device that is hard to tell from others gets a trial, too.'),
  trials_per_day: limit(1, MOST_TRIALS_PER_DAY, 'How many trials can start in a day (UTC).'),
  trials_per_address: limit(
    1,
    MOST_TRIALS_PER_DAY,
    'How many trials can start in a day from one IPv4 address or one /64 of IPv6.',
  ),
  trial_kept_days: limit(
    0,
    MOST_TRIAL_KEPT_DAYS,
    'How many days after its end the key of a trial is deleted. The hash of its device ID stays.',
  ),
}
