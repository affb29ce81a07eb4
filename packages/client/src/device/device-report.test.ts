import { expect, test } from 'vitest'
import { createDevice, supportReport, toDeviceView } from './device.ts'
import { toDeviceReport } from './device-report.ts'
import { createMachineReader } from './machine-reader.ts'
import { createMemoryFiles } from './testing/fakes.ts'
import { filesOf, playBack } from './testing/recorded-machines/recording.ts'
import { WINDOWS_MACHINES } from './testing/recorded-machines/windows.ts'

const APP = { productName: 'Product', version: '1.2.3', platform: 'win32' } as const

test.each(WINDOWS_MACHINES)(
  '$name: the support report contains everything except raw values',
  async (machine) => {
    const identity = await createDevice({
      appName: 'App',
      files: createMemoryFiles(),
      startReading: createMachineReader({
        platform: 'win32',
        load: async () => playBack(machine),
        linuxFiles: filesOf(machine),
      }),
    }).identify()
    const report = supportReport(identity, { ...APP, keyEnding: 'CDEF' })

    expect(report).toContain('Product 1.2.3 on win32\nLicense key: ends in CDEF\n')
    const { id, strength, reasons, facts } = toDeviceReport(identity)
    for (const text of [id, strength, ...reasons]) expect(report).toContain(text)
    for (const { name, source, why } of facts) {
      for (const text of [name, source, why]) expect(report).toContain(text)
    }
    const { uuid, baseboard } = machine
    for (const raw of [uuid.os, uuid.hardware, baseboard.serial, ...uuid.macs]) {
      if (raw.length > 3) expect(report).not.toContain(raw)
    }
    const view = toDeviceView(identity)
    expect(Object.keys(view)).toEqual(['id', 'version', 'strength', 'reasons', 'facts'])
    for (const fact of view.facts) expect(Object.keys(fact)).toEqual(['name', 'counted', 'reason', 'changed'])
  },
)
