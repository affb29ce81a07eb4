import { LicensePanel, Mark, useApp } from '@latchkey/react'
import { DayPage } from './DayPage.tsx'
import styles from './ProductPage.module.css'

/** The sample product. Replace this folder with your app: see README.md. */
export function ProductPage() {
  const { info } = useApp()
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <Mark />
        <p>{info.productName}</p>
      </header>
      <main className={styles['main']}>
        <DayPage />
        <LicensePanel />
      </main>
    </div>
  )
}
