const NAME = 'latchkey-project'

/** The project that was open last in this browser, or the first. */
export function lastProject(projects: readonly { readonly id: string }[]): string | undefined {
  const stored = localStorage.getItem(NAME)
  return (projects.find(({ id }) => id === stored) ?? projects[0])?.id
}

export const storeLastProject = (id: string): void => localStorage.setItem(NAME, id)
