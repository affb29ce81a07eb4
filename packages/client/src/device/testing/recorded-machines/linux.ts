import { CONTAINER, NO_FACT, ONE_FACT, type Recording, TWO_FACTS, virtualMachine } from './recording.ts'

const DMI = '/sys/devices/virtual/dmi/id'

interface LinuxMachine {
  readonly os: string
  readonly hardware?: string
  readonly boardSerial?: string
  /** Manufacturer and product name. */
  readonly dmi?: readonly [string, string]
  readonly files?: Recording['files']
}

const linux = (name: string, machine: LinuxMachine, expected: Recording['expected']): Recording => {
  const { os, hardware = '', boardSerial, dmi, files } = machine
  return {
    name,
    platform: 'linux',
    uuid: { os, hardware, macs: ['52:54:00:12:34:56', '02:42:ac:11:00:02'] },
    baseboard: {
      manufacturer: dmi?.[0] ?? '',
      model: dmi?.[1] ?? '',
      version: '',
      serial: boardSerial ?? '',
      assetTag: '',
      memMax: null,
      memSlots: null,
    },
    files: {
      '/proc/cpuinfo': 'processor\t: 0\nmodel name\t: A processor\nflags\t\t: fpu vme de pse tsc msr\n',
      '/proc/sys/kernel/osrelease': '6.1.0-28-amd64\n',
      '/proc/1/cgroup': '0::/init.scope\n',
      ...(dmi && { [`${DMI}/sys_vendor`]: `${dmi[0]}\n`, [`${DMI}/product_name`]: `${dmi[1]}\n` }),
      ...(boardSerial !== undefined && { [`${DMI}/board_serial`]: `${boardSerial}\n` }),
      ...files,
    },
    expected,
  }
}

const strong = { counted: ['installation', 'system', 'board'], strength: 'strong', reasons: [] } as const
const two = { counted: ['installation', 'system'], strength: 'medium', reasons: [TWO_FACTS] } as const
const one = { counted: ['installation'], strength: 'weak', reasons: [ONE_FACT] } as const
const none = { counted: [], strength: 'weak', reasons: [NO_FACT] } as const

export const LINUX_MACHINES: readonly Recording[] = [
  linux(
    'Linux laptop, read by root',
    {
      os: '9f1c2b3a4d5e6f708192a3b4c5d6e7f8',
      hardware: 'd2a1f6cc-2e1a-11b2-a85c-1f3cd0e3a4b2',
      boardSerial: 'L1HF6B5043Q',
      dmi: ['LENOVO', '20HRCTO1WW'],
    },
    strong,
  ),
  linux(
    'the same Linux laptop, read by its user',
    { os: '9f1c2b3a4d5e6f708192a3b4c5d6e7f8', dmi: ['LENOVO', '20HRCTO1WW'] },
    one,
  ),
  linux(
    'self-built Linux desktop with placeholders, read by root',
    {
      os: '0c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f',
      hardware: '7f3f2a10-9c8b-11e9-a2a3-2a2ae2dbcce4',
      boardSerial: 'To Be Filled By O.E.M.',
      dmi: ['To Be Filled By O.E.M.', 'To Be Filled By O.E.M.'],
    },
    two,
  ),
  linux(
    'Linux server with an empty board serial, read by root',
    {
      os: '8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d',
      hardware: '30373237-3132-4d32-3235-343730304e44',
      boardSerial: '..',
      dmi: ['HPE', 'ProLiant DL360 Gen10'],
    },
    two,
  ),
  linux(
    'Raspberry Pi',
    {
      os: 'c2d3e4f5061728394a5b6c7d8e9fa0b1',
      hardware: '10000000a3b4c5d6',
      files: { '/proc/cpuinfo': 'processor\t: 0\nSerial\t\t: 10000000a3b4c5d6\n' },
    },
    two,
  ),
  linux(
    'single-board computer with the same number as UUID and serial',
    {
      os: 'd4e5f60718293a4b5c6d7e8f9a0b1c2d',
      hardware: '02c00081f3b1a2c4',
      boardSerial: '02C00081F3B1A2C4',
    },
    two,
  ),
  linux(
    'single-board computer with a serial of zeros',
    { os: 'e5f60718293a4b5c6d7e8f9a0b1c2d3e', hardware: '0000000000000000' },
    one,
  ),
  linux(
    'Linux guest of QEMU, read by root',
    {
      os: '7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d',
      hardware: 'b7c1d2e3-f405-4617-8293-a4b5c6d7e8f9',
      boardSerial: 'Not Specified',
      dmi: ['QEMU', 'Standard PC (Q35 + ICH9, 2009)'],
    },
    { ...two, reasons: [TWO_FACTS, virtualMachine('QEMU')] },
  ),
  linux(
    'Linux guest in a cloud, read by its user',
    { os: 'ec2d3e4f5061728394a5b6c7d8e9fa0b', dmi: ['Amazon EC2', 't3.micro'] },
    { ...one, reasons: [ONE_FACT, virtualMachine('Amazon EC2')] },
  ),
  linux(
    'Linux guest of an unnamed hypervisor',
    {
      os: 'fa0b1c2d3e4f5061728394a5b6c7d8e9',
      files: { '/proc/cpuinfo': 'processor\t: 0\nflags\t\t: fpu vme hypervisor lahf_lm\n' },
    },
    { ...one, reasons: [ONE_FACT, /^This is a virtual machine:/] },
  ),
  linux(
    'Linux in WSL',
    {
      os: '4b5c6d7e8f90a1b2c3d4e5f60718293a',
      files: {
        '/proc/sys/kernel/osrelease': '5.15.167.4-microsoft-standard-WSL2\n',
        '/run/systemd/container': 'wsl\n',
      },
    },
    { ...one, reasons: [ONE_FACT, virtualMachine('WSL')] },
  ),
  linux(
    'Docker container whose image has a machine ID',
    { os: '3d1219c7c4c5404aaa1f6d2a48adfda4', files: { '/.dockerenv': '' } },
    { ...one, reasons: [ONE_FACT, CONTAINER] },
  ),
  linux(
    'Docker container without a machine ID',
    { os: '', files: { '/.dockerenv': '' } },
    {
      ...none,
      reasons: [NO_FACT, CONTAINER],
    },
  ),
  linux(
    'Podman container that can read the board of its host',
    {
      os: '5d6e7f8091a2b3c4d5e6f708192a3b4c',
      hardware: '4c4c4544-0051-5110-8054-b5c04f595232',
      boardSerial: '/Q5TYR2/CNWS20097A00CD/',
      dmi: ['Dell Inc.', 'PowerEdge R640'],
      files: { '/run/.containerenv': 'engine="podman-4.9.3"\n' },
    },
    { ...strong, strength: 'weak', reasons: [CONTAINER] },
  ),
  linux(
    'system container of LXC',
    { os: '708192a3b4c5d6e7f8091a2b3c4d5e6f', files: { '/run/systemd/container': 'lxc\n' } },
    { ...one, reasons: [ONE_FACT, CONTAINER] },
  ),
  linux(
    'pod of a cluster',
    {
      os: '6e7f8091a2b3c4d5e6f708192a3b4c5d',
      files: { '/proc/1/cgroup': '11:memory:/kubepods/besteffort/pod3f1c/9a8b\n' },
    },
    { ...one, reasons: [ONE_FACT, CONTAINER] },
  ),
  linux('image without a machine ID yet', { os: 'uninitialized' }, none),
  linux(
    'live system with a machine ID of zeros',
    { os: '00000000000000000000000000000000', dmi: ['Dell Inc.', 'XPS 13 9310'] },
    none,
  ),
]
