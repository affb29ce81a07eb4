import { type Static, type TSchema, type TTuple, Type } from 'typebox'

/** The pages that Latchkey serves. Each has its own origin. */
export type PageName = 'gate' | 'product'

/** A call from a page to the main process. */
export interface Call<Parameters extends TSchema[] = TSchema[], Result = unknown> {
  readonly kind: 'call'
  /** Checked by the main process before the handler runs. */
  readonly parameters: TTuple<Parameters>
  /** The page that may call. */
  readonly from: PageName | 'any'
  /** `true`: refused while locked. `until-closed`: also allowed while the product saves after the license was lost. */
  readonly needsLicense: boolean | 'until-closed'
  /** Only a type: pages trust the main process, so results are not checked. Absent at run time. */
  readonly result?: Result
}

/** A message from the main process to every open page that `to` names. */
export interface Event<Value = unknown> {
  readonly kind: 'event'
  readonly to: PageName | 'any'
  /** Only a type. Absent at run time. */
  readonly value?: Value
}

/** Calls and events of one group, by name. The name of an event begins with `on`. */
export type Group = Readonly<Record<string, Call<TSchema[], never> | Event<never> | Call | Event>>
export type Schema = Readonly<Record<string, Group>>

/** Names the type of a result or of an event's value. */
export const type = <T>(): { readonly type?: T } => ({})

export interface CallLine<Parameters extends TSchema[], Result> extends Pick<Call, 'from' | 'needsLicense'> {
  readonly parameters?: readonly [...Parameters]
  readonly result?: { readonly type?: Result }
}

export function call<const Parameters extends TSchema[] = [], Result = void>({
  parameters,
  from,
  needsLicense,
}: CallLine<Parameters, Result>): Call<Parameters, Result> {
  const types = [...(parameters ?? [])] as unknown as Parameters
  return { kind: 'call', parameters: Type.Tuple<Parameters>(types) as TTuple<Parameters>, from, needsLicense }
}

/**
 * A call of the app's own product. From its page alone, and never while locked: the type of `needsLicense` leaves no
 * other choice.
 */
export const productCall = <const Parameters extends TSchema[] = [], Result = void>(
  line: Omit<CallLine<Parameters, Result>, 'from' | 'needsLicense'> & {
    readonly needsLicense: true | 'until-closed'
  },
): Call<Parameters, Result> => call({ ...line, from: 'product' })

export const event = <Value = null>({
  to,
}: {
  readonly to: PageName | 'any'
  readonly value?: { readonly type?: Value }
}): Event<Value> => ({ kind: 'event', to })

type ParametersOf<C> = C extends Call<infer Parameters, infer _Result> ? Static<TTuple<Parameters>> : never
type ResultOf<C> = C extends Call<TSchema[], infer Result> ? Result : never

type CallsOf<G> = { [Name in keyof G]: G[Name] extends { readonly kind: 'call' } ? Name : never }[keyof G]
type EventsOf<G> = { [Name in keyof G]: G[Name] extends { readonly kind: 'event' } ? Name : never }[keyof G]

/** What a page sees of a group: a method for each call, a subscription for each event. */
export type GroupBridge<G> = {
  readonly [Name in CallsOf<G>]: (
    ...parameters: Extract<ParametersOf<G[Name]>, readonly unknown[]>
  ) => Promise<ResultOf<G[Name]>>
} & {
  /** Calls back at every event. Returns the function that ends the subscription. */
  readonly [Name in EventsOf<G>]: G[Name] extends Event<infer Value>
    ? (listener: (value: Value) => void) => () => void
    : never
}

/** What a page sees of a schema. */
export type Bridge<S> = { readonly [Name in keyof S]: GroupBridge<S[Name]> }

/** What the main process answers with: one handler for each call of a group. */
export type GroupHandlers<G> = {
  readonly [Name in CallsOf<G>]: (
    ...parameters: Extract<ParametersOf<G[Name]>, readonly unknown[]>
  ) => ResultOf<G[Name]> | Promise<ResultOf<G[Name]>>
}

export type Handlers<S> = { readonly [Name in keyof S]: GroupHandlers<S[Name]> }

type ValueOf<E> = E extends Event<infer Value> ? Value : never

/** Sends an event of a schema to the pages. */
export type SendEvent<S> = <GroupName extends keyof S & string, Name extends EventsOf<S[GroupName]> & string>(
  group: GroupName,
  name: Name,
  value: ValueOf<S[GroupName][Name]>,
) => void

/** The name under which Electron carries a call or an event. */
export const channelOf = (group: string, name: string): string => `${group}.${name}`

/** The group of the app's own calls. */
export const PRODUCT_CALLS = 'own'
