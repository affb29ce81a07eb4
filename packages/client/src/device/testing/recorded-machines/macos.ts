import { ONE_FACT, type Recording, virtualMachine } from './recording.ts'

const mac = (
  name: string,
  [uuid, serial, model]: readonly [string, string, string],
  expected: Recording['expected'],
): Recording => ({
  name,
  platform: 'darwin',
  // Not called on macOS, where `hardware` is the serial number instead of the system UUID.
  uuid: { os: uuid, hardware: serial, macs: ['a4:83:e7:01:02:03', '02:00:00:00:00:00'] },
  baseboard: { manufacturer: 'Apple Inc.', model, version: '', serial, assetTag: '-' },
  system: {
    manufacturer: 'Apple Inc.',
    model,
    version: 'Unknown',
    serial,
    uuid,
    sku: 'Mac-7BA5B2D9E42DDD94',
    virtual: false,
  },
  expected,
})

const strong = { counted: ['system', 'board'], strength: 'strong', reasons: [] } as const

export const MACS: readonly Recording[] = [
  mac(
    'Mac laptop with an Intel processor',
    ['5c0f6a3e-1d2b-5e4f-9a8b-7c6d5e4f3a2b', 'C02XK1JZJGH5', 'MacBookPro15,1'],
    strong,
  ),
  mac(
    'Mac laptop with an Apple processor and a random serial number',
    ['a1b2c3d4-e5f6-5a7b-8c9d-0e1f2a3b4c5d', 'XQ7YWH9LKV', 'MacBookPro18,3'],
    strong,
  ),
  mac(
    'Mac whose random serial number has no digit',
    ['0d9c8b7a-6f5e-5d4c-b3a2-918070605040', 'GXQWHJKLTV', 'Mac14,3'],
    strong,
  ),
  mac('Mac without a readable serial number', ['7e6d5c4b-3a29-5180-9f8e-7d6c5b4a3928', '-', 'iMac20,1'], {
    counted: ['system'],
    strength: 'weak',
    reasons: [ONE_FACT],
  }),
  mac('macOS guest on a Mac', ['2b3c4d5e-6f70-5182-93a4-b5c6d7e8f901', 'Z6HV09KMQ4', 'VirtualMac2,1'], {
    ...strong,
    strength: 'medium',
    reasons: [virtualMachine('Apple Virtualization')],
  }),
]
