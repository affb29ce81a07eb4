import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { DeveloperTools } from './developer-tools.ts'

/** Uses the platform's standard roles for edit, zoom and quit commands. */
export function setMenu({ allowDeveloperTools }: { readonly allowDeveloperTools: DeveloperTools }): void {
  const isMac = process.platform === 'darwin'
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  if (allowDeveloperTools) view.push({ type: 'separator' }, { role: 'toggleDevTools' })
  const template: MenuItemConstructorOptions[] = [
    { role: isMac ? 'appMenu' : 'fileMenu' },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
  ]
  // On macOS the app menu contains About.
  if (!isMac) template.push({ role: 'help', submenu: [{ role: 'about' }] })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  app.setAboutPanelOptions({ applicationName: app.name, applicationVersion: app.getVersion(), copyright: '' })
}
