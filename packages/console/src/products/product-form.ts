import type { CreateProductBody, ProductRecord } from '@latchkey/management'
import { readFeatures } from '../keys/terms.ts'

/** On the wire: without an end, all versions, or as in the project. */
const NONE = -1

/** A product as it is typed. Numbers that are empty stand for `NONE`. */
export function formOf(product: ProductRecord | undefined, id: string | undefined) {
  const {
    shop_products: ids = [],
    days = NONE,
    features = [],
    max_devices = NONE,
    updates_days = NONE,
  } = product ?? {}
  const text = (value: number): string => (value === NONE ? '' : String(value))
  const { policies } = product ?? {}
  return {
    name: product?.name ?? '',
    shop_products: [...new Set([...ids, ...(id === undefined ? [] : [id])])].join('\n'),
    lasts: product !== undefined && days === NONE ? 'never' : 'days',
    days: text(days),
    features: features.join(' '),
    max_devices: text(max_devices),
    updates_days: text(updates_days),
    perpetual: product?.perpetual ?? false,
    note: product?.note ?? '',
    stop_words: product?.stop_words ?? '',
    refund: policies?.refund ?? 'stops',
    chargeback: policies?.chargeback ?? 'stops',
    grace_days: String(policies?.grace_days ?? 3),
    retry_days: String(policies?.retry_days ?? 14),
    days_from: policies?.days_from ?? 'purchase',
    quantity: policies?.quantity ?? 'licenses',
  }
}
export type ProductValues = ReturnType<typeof formOf>

/** The request, or the name of the field that is wrong. */
export function readForm(values: ProductValues): CreateProductBody | 'features' | 'shop_products' {
  const number = (typed: string): number => (typed.trim() === '' ? NONE : Number(typed))
  const { name, lasts, perpetual, note, stop_words, refund, chargeback, days_from, quantity } = values
  const features = readFeatures(values.features)
  if (features === undefined) return 'features'
  const shop_products = [...new Set(values.shop_products.split('\n').map((id) => id.trim()))].filter(Boolean)
  if (!shop_products.every((id) => /^[!-~]{1,255}$/.test(id))) return 'shop_products'
  return {
    name,
    shop_products,
    days: lasts === 'never' ? NONE : number(values.days),
    features,
    max_devices: number(values.max_devices),
    updates_days: number(values.updates_days),
    perpetual,
    note,
    stop_words,
    policies: {
      refund,
      chargeback,
      grace_days: Number(values.grace_days),
      retry_days: Number(values.retry_days),
      days_from,
      quantity,
    },
  }
}
