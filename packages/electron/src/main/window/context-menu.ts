import { type BrowserWindow, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron'

/**
 * Adds an edit menu on right click: Electron has none. To show another menu, a page calls
 * `preventDefault()` in its `contextmenu` event.
 */
export function addContextMenu(webContents: WebContents, window: BrowserWindow): void {
  webContents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy }
    const edit: MenuItemConstructorOptions[] = [
      { role: 'cut', enabled: editFlags.canCut },
      copy,
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ]
    if (isEditable) Menu.buildFromTemplate(edit).popup({ window })
    else if (selectionText.trim() !== '') Menu.buildFromTemplate([copy]).popup({ window })
  })
}
