import { NO_FACT, ONE_FACT, type Recording, TWO_FACTS, virtualMachine } from './recording.ts'

const windows = (
  name: string,
  uuid: Recording['uuid'],
  [manufacturer, model, serial]: readonly [string, string, string],
  expected: Recording['expected'],
): Recording => ({
  name,
  platform: 'win32',
  uuid,
  baseboard: {
    manufacturer,
    model,
    version: 'Rev 1.xx',
    serial,
    assetTag: '-',
    memMax: 137438953472,
    memSlots: 4,
  },
  expected,
})

const ALL = ['installation', 'system', 'board'] as const
const strong = { counted: ALL, strength: 'strong', reasons: [] } as const
const withoutBoard = {
  counted: ['installation', 'system'],
  strength: 'medium',
  reasons: [TWO_FACTS],
} as const
const withoutSystem = {
  counted: ['installation', 'board'],
  strength: 'medium',
  reasons: [TWO_FACTS],
} as const
const installationAlone = { counted: ['installation'], strength: 'weak', reasons: [ONE_FACT] } as const

export const WINDOWS_MACHINES: readonly Recording[] = [
  windows(
    'Windows laptop with a service tag',
    {
      os: '5f0c9f7e-3f3e-4b0e-9b1c-6a5d2b8e4f10',
      hardware: '4c4c4544-0037-4a10-8052-b7c04f4d5132',
      macs: ['3c:2c:30:aa:10:01', '00:15:5d:00:01:02'],
    },
    ['Dell Inc.', '0K0XH7', '/7J7RMQ2/CNCMK0093D00AB/'],
    strong,
  ),
  windows(
    'Windows laptop of another manufacturer',
    {
      os: '0b1d7a52-88b7-45a1-a0a6-2f9d0c0f2a77',
      hardware: 'd2a1f6cc-2e1a-11b2-a85c-9f3cd0e3a4b1',
      macs: ['54:e1:ad:10:22:33'],
    },
    ['LENOVO', '20XW004AUS', 'L1HF16U01AB'],
    strong,
  ),
  windows(
    'Microsoft Surface tablet',
    {
      os: 'c1a4de0f-9d7b-4c55-8d8e-0c6b9c52f8d1',
      hardware: '8b1f0a4e-57c2-6d07-2a1e-3c9f7b6d5e41',
      macs: ['98:5f:d3:01:02:03'],
    },
    ['Microsoft Corporation', 'Surface Pro 7', 'A201914021538083'],
    strong,
  ),
  windows(
    'self-built desktop with a board serial',
    {
      os: '7d3bb5a9-1be9-4f69-8f1c-55d0ef0a6c3b',
      hardware: 'a3f4d2e0-6b7c-11ec-9d64-0242ac120002',
      macs: ['04:d9:f5:7a:8b:9c'],
    },
    ['ASUSTeK COMPUTER INC.', 'ROG STRIX B550-F GAMING', '201075463200123'],
    strong,
  ),
  windows(
    'self-built desktop with O.E.M. placeholders',
    {
      os: '2c9d0a1e-5b57-4d3a-bb0b-9f5e1f2ad6c4',
      hardware: '03000200-0400-0500-0006-000700080009',
      macs: ['e0:d5:5e:11:22:33'],
    },
    ['Gigabyte Technology Co., Ltd.', 'H81M-S2PV', 'To be filled by O.E.M.'],
    installationAlone,
  ),
  windows(
    'self-built desktop with default strings',
    {
      os: '6f1f8c04-2f2a-4d5d-a0f8-1f5f39ce0c55',
      hardware: '032e02b4-0499-05c3-0806-3f0700080009',
      macs: ['b4:2e:99:c3:06:3f'],
    },
    ['Gigabyte Technology Co., Ltd.', 'B450M DS3H-CF', 'Default string'],
    withoutBoard,
  ),
  windows(
    'self-built desktop with a UUID of ones',
    {
      os: '93f6a7d5-8d17-4b0c-9b07-e0c1b4de6a11',
      hardware: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
      macs: ['d8:bb:c1:44:55:66'],
    },
    ['Micro-Star International Co., Ltd.', 'MAG B550 TOMAHAWK (MS-7C91)', '07C9111_K91E123456'],
    withoutSystem,
  ),
  windows(
    'unbranded PC with a UUID of zeros and an ascending serial',
    {
      os: 'b4a2a7b0-5a53-4f8d-a2de-6e9b3aa1c0f2',
      hardware: '00000000-0000-0000-0000-000000000000',
      macs: ['00:e0:4c:68:00:01'],
    },
    ['INTEL', 'X99', '0123456789'],
    installationAlone,
  ),
  windows(
    'mini PC with an ascending UUID and an ascending serial',
    {
      os: '51f4b2c8-9d1a-4e02-8c3a-7c8c0d1e4f6a',
      hardware: '00010203-0405-0607-0809-0a0b0c0d0e0f',
      macs: ['84:47:09:0a:0b:0c'],
    },
    ['AZW', 'SEi', '123456789'],
    installationAlone,
  ),
  windows(
    'prototype board with a UUID of FE and a text as its serial',
    {
      os: '0a4c1f27-8a9b-4a4f-86f5-4f5c7f3f2d80',
      hardware: 'fefefefe-fefe-fefe-fefe-fefefefefefe',
      macs: ['00:01:2e:00:00:01'],
    },
    ['Clevo', 'P15SM', 'Not Applicable'],
    installationAlone,
  ),
  windows(
    'embedded PC with the UUID deadbeef',
    {
      os: 'e8e9cf1c-5f44-4c7b-9d0c-29c0b4f0a9d3',
      hardware: 'deadbeef-dead-beef-dead-beefdeadbeef',
      macs: ['00:30:18:01:02:03'],
    },
    ['Jetway', 'JNF9T', 'Standard'],
    installationAlone,
  ),
  windows(
    'office desktop with a label as its board serial',
    {
      os: '40a6b1df-7d1f-4a16-a3b7-8a2e4f6cf001',
      hardware: '5e1a0cc2-7d6f-4f33-9a20-3b1f9c7e1122',
      macs: ['6c:0b:84:01:02:03'],
    },
    ['FUJITSU', 'D3402-B1', 'Base Board Serial Number'],
    withoutBoard,
  ),
  windows(
    'first machine made from a cloned image',
    {
      os: '11111111-2222-4333-8444-555566667777',
      hardware: '4c4c4544-0043-3110-8038-c7c04f303332',
      macs: ['a4:bb:6d:00:00:01'],
    },
    ['Dell Inc.', '0WWJRX', '/C1C8032/CNWS20081E00AA/'],
    strong,
  ),
  windows(
    'second machine made from the same image',
    {
      os: '11111111-2222-4333-8444-555566667777',
      hardware: '4c4c4544-0044-3210-8039-c8c04f313433',
      macs: ['a4:bb:6d:00:00:02'],
    },
    ['Dell Inc.', '0WWJRX', '/D2C9143/CNWS20081E00AB/'],
    strong,
  ),
  windows(
    'first of two boards that share a UUID',
    {
      os: 'ab0a6c7e-1b4f-4d3e-9d7c-1f0f2e3d4c5b',
      hardware: '49434d53-0200-9065-2500-65902500e439',
      macs: ['00:25:90:65:00:01'],
    },
    ['Supermicro', 'X9SCL/X9SCM', 'ZM11S12345'],
    strong,
  ),
  windows(
    'second of two boards that share a UUID',
    {
      os: 'f97d3c21-3c6d-4cda-8ef2-64d86d1b3a90',
      hardware: '49434d53-0200-9065-2500-65902500e439',
      macs: ['00:25:90:65:00:02'],
    },
    ['Supermicro', 'X9SCL/X9SCM', 'ZM11S67890'],
    strong,
  ),
  windows(
    'Windows with PowerShell blocked by an antivirus and a readable registry',
    { os: '3a9b5c7d-1e2f-4a6b-8c0d-9e8f7a6b5c4d', hardware: '', macs: ['3c:2c:30:bb:20:02'] },
    ['', '', ''],
    installationAlone,
  ),
  windows(
    'Windows with PowerShell and the registry blocked by a policy',
    { os: '', hardware: '', macs: ['3c:2c:30:cc:30:03'] },
    ['', '', '-'],
    { counted: [], strength: 'weak', reasons: [NO_FACT] },
  ),
  windows(
    'Windows guest of VMware',
    {
      os: 'd36c7f10-5f0c-4d57-8a28-2a7e0d7b9c55',
      hardware: '564d1f2e-8b7a-4c3d-9e0f-a1b2c3d4e5f6',
      macs: ['00:0c:29:d4:e5:f6'],
    },
    ['Intel Corporation', '440BX Desktop Reference Platform', 'None'],
    { ...withoutBoard, reasons: [TWO_FACTS, virtualMachine('VMware')] },
  ),
  windows(
    'Windows guest of VirtualBox',
    {
      os: '6b7ff6a0-7a0d-4a51-9a9d-3f0dcf1d7d02',
      hardware: '0f9b4a7c-2d31-8e4b-a6f5-7c1d2e3f4a5b',
      macs: ['08:00:27:a1:b2:c3'],
    },
    ['Oracle Corporation', 'VirtualBox', '0'],
    { ...withoutBoard, reasons: [TWO_FACTS, virtualMachine('VirtualBox')] },
  ),
  windows(
    'Windows guest of Hyper-V',
    {
      os: '0f3d9c1a-60a1-4b8e-9f55-1d2c3b4a5968',
      hardware: '9a8b7c6d-5e4f-4321-8765-0fedcba98765',
      macs: ['00:15:5d:38:01:00'],
    },
    ['Microsoft Corporation', 'Virtual Machine', '5146-3207-8912-0045-7761-2390-55'],
    { ...strong, strength: 'medium', reasons: [virtualMachine('Hyper-V')] },
  ),
]
