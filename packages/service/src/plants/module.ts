import type { Module } from '../core/http/module.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { registerPlantStore } from './routes.ts'

export const plants: Module<HttpParts> = {
  name: 'plants',
  api: ({ register }) => registerPlantStore(register),
}
