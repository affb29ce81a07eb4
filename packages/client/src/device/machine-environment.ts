import type { Environment } from './machine-reading.ts'

/** Patterns in the manufacturer and model by which hypervisors and clouds are recognised. */
const VIRTUAL_PRODUCTS: readonly (readonly [RegExp, string])[] = [
  [/vmware|440bx desktop reference platform/i, 'VMware'],
  [/virtualbox|innotek/i, 'VirtualBox'],
  [/parallels/i, 'Parallels'],
  [/virtualmac|apple virtual/i, 'Apple Virtualization'],
  [/microsoft corporation virtual machine/i, 'Hyper-V'],
  [/amazon ec2/i, 'Amazon EC2'],
  [/google compute engine/i, 'Google Compute Engine'],
  [/digitalocean|droplet/i, 'DigitalOcean'],
  [/alibaba cloud/i, 'Alibaba Cloud'],
  [/openstack/i, 'OpenStack'],
  [/hetzner vserver/i, 'Hetzner'],
  [/bhyve/i, 'bhyve'],
  [/\bxen\b|hvm domu/i, 'Xen'],
  [/qemu|\bkvm\b|bochs|standard pc \((i440fx|q35)/i, 'QEMU'],
]

const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv']
const CONTAINER_GROUPS = /docker|kubepods|containerd|lxc|libpod/

export function virtualMachineOf(makerAndModel: string): Environment {
  const product = VIRTUAL_PRODUCTS.find(([pattern]) => pattern.test(makerAndModel))?.[1]
  return product === undefined ? { kind: 'computer' } : { kind: 'virtual-machine', product }
}

export interface LinuxFiles {
  /** Empty when the file does not exist or is not readable. */
  read(path: string): Promise<string>
  isReadable(path: string): Promise<boolean>
}

/**
 * Detects containers and virtual machines from files that every user may read.
 * `system().virtual` is not used: it runs three commands synchronously.
 */
export async function readLinuxEnvironment(files: LinuxFiles): Promise<Environment> {
  const [dmi, processor, kernel, groups, manager, ...containerFiles] = await Promise.all([
    Promise.all(
      ['sys_vendor', 'product_name', 'board_vendor', 'board_name'].map((name) =>
        files.read(`/sys/devices/virtual/dmi/id/${name}`),
      ),
    ),
    files.read('/proc/cpuinfo'),
    files.read('/proc/sys/kernel/osrelease'),
    files.read('/proc/1/cgroup'),
    files.read('/run/systemd/container'),
    ...CONTAINER_FILES.map((path) => files.isReadable(path)),
  ])
  if (/microsoft/i.test(kernel)) return { kind: 'virtual-machine', product: 'WSL' }
  if (containerFiles.includes(true) || manager.trim() !== '' || CONTAINER_GROUPS.test(groups)) {
    return { kind: 'container' }
  }
  const named = virtualMachineOf(dmi.map((text) => text.trim()).join(' '))
  if (named.kind !== 'computer') return named
  return /^flags\s*:.*\bhypervisor\b/m.test(processor)
    ? { kind: 'virtual-machine', product: '' }
    : { kind: 'computer' }
}
