import { expect, test } from 'vitest'
import { notFoundIn } from './linux.js'

test('lists only the libraries that the loader does not find', () => {
  const report = [
    '\tlinux-vdso.so.1 (0x00007ffd)',
    '\tlibffmpeg.so => /opt/electron/libffmpeg.so (0x00007f1c)',
    '\tlibgtk-3.so.0 => not found',
    '\tlibasound.so.2 => not found',
    '\t/lib64/ld-linux-x86-64.so.2 (0x00007f1d)',
  ].join('\n')
  expect(notFoundIn(report)).toEqual(['libgtk-3.so.0', 'libasound.so.2'])
  expect(notFoundIn('\tstatically linked\n')).toEqual([])
  expect(notFoundIn('')).toEqual([])
})
