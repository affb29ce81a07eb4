import { afterEach } from 'vitest'
import { reportApps } from './shown-pages.ts'

afterEach(({ task }) => reportApps(task.result?.state === 'fail'))
