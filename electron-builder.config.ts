import { builderConfig } from '@latchkey/electron-tools/builder'

/**
 * How the app is packaged. Everything else has a default: see `builderConfig`. The name and the ID
 * are in package.json and app.json. All options: https://www.electron.build/configuration
 */
export default () =>
  builderConfig({
    win: { target: ['nsis'] },
    nsis: {
      // Shows the license and a choice of the folder. Installs for one user, without an administrator.
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      license: 'LICENSE',
      include: 'resources/installer.nsh',
    },
    mac: { target: ['dmg', 'zip'], category: 'public.app-category.productivity' },
    linux: { target: ['tar.gz', 'AppImage', 'deb'], category: 'Utility' },
  })
