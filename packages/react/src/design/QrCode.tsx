import encodeQR from 'qr'
import styles from './QrCode.module.css'

/** Modules of free space around the code. Source: ISO/IEC 18004. */
const QUIET_ZONE = 4
/** Whole pixels, so that all modules have the same size. Three are enough for cameras. */
const PIXELS_OF_MODULE = 3

/** Black on white in every theme: many cameras cannot read an inverted code. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET_ZONE })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles['code']}
      width={rows.length * PIXELS_OF_MODULE}
      height={rows.length * PIXELS_OF_MODULE}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
