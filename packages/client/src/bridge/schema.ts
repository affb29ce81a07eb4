import { type Static, type TSchema, type TTuple, Type } from 'typebox'

/** The pages that Latchkey serves. Each has its own origin. */
export type PageName = 'gate' | 'product'

/** A call from a page to the main process. */
export interface Call<
  Parameters extends TSchema[] = TSchema[],
  Result = unknown,
  Feature extends string = string,
> {
  readonly kind: 'call'
  /** Checked by the main process before the handler runs. */
  readonly parameters: TTuple<Parameters>
  /** The page that may call it. */
  readonly from: PageName | 'any'
  /**
   * `true`: refused without a license. `until-closed`: also allowed while the product saves after
   * its license ended.
   */
  readonly needsLicense: boolean | 'until-closed'
  /** Refused if the license does not have this feature. */
  readonly feature?: Feature
  /** Type only, absent at run time. Pages trust the main process, so results are not checked. */
  readonly result?: Result
}

/** A message from the main process to the pages in `to`. */
export interface Event<Value = unknown> {
  readonly kind: 'event'
  readonly to: PageName | 'any'
  /** Type only, absent at run time. */
  readonly value?: Value
}

/** Calls and events of one group, by name. Event names begin with `on`. */
export type Group<Feature extends string = string> = Readonly<
  Record<string, Call<TSchema[], never, Feature> | Event<never> | Call<TSchema[], unknown, Feature> | Event>
>
/** Groups of calls and events, by name. */
export type Schema = Readonly<Record<string, Group>>

/** Declares the type of a result or of an event's value. */
export const type = <T>(): { readonly type?: T } => ({})

export interface CallLine<Parameters extends TSchema[], Result, Feature extends string = never>
  extends Pick<Call<TSchema[], unknown, Feature>, 'from' | 'needsLicense' | 'feature'> {
  readonly parameters?: readonly [...Parameters]
  readonly result?: { readonly type?: Result }
}

export function call<
  const Parameters extends TSchema[] = [],
  Result = void,
  const Feature extends string = never,
>({
  parameters,
  from,
  needsLicense,
  feature,
}: CallLine<Parameters, Result, Feature>): Call<Parameters, Result, Feature> {
  const types = [...(parameters ?? [])] as unknown as Parameters
  return {
    kind: 'call',
    parameters: Type.Tuple<Parameters>(types) as TTuple<Parameters>,
    from,
    needsLicense,
    ...(feature !== undefined && { feature }),
  }
}

/** A call of the app's product. Only the product page may call, with a license. */
export const productCall = <
  const Parameters extends TSchema[] = [],
  Result = void,
  const Feature extends string = never,
>(
  line: Omit<CallLine<Parameters, Result, Feature>, 'from' | 'needsLicense'> & {
    readonly needsLicense: true | 'until-closed'
  },
): Call<Parameters, Result, Feature> => call({ ...line, from: 'product' })

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

/** A group in the renderer: a method for each call, a subscription for each event. */
export type GroupBridge<G> = {
  readonly [Name in CallsOf<G>]: (
    ...parameters: Extract<ParametersOf<G[Name]>, readonly unknown[]>
  ) => Promise<ResultOf<G[Name]>>
} & {
  /** Calls `listener` for every event. Returns a function that removes the listener. */
  readonly [Name in EventsOf<G>]: G[Name] extends Event<infer Value>
    ? (listener: (value: Value) => void) => () => void
    : never
}

/** A schema in the renderer. */
export type Bridge<S> = { readonly [Name in keyof S]: GroupBridge<S[Name]> }

/** The handlers in the main process: one for each call of a group. */
export type GroupHandlers<G> = {
  readonly [Name in CallsOf<G>]: (
    ...parameters: Extract<ParametersOf<G[Name]>, readonly unknown[]>
  ) => ResultOf<G[Name]> | Promise<ResultOf<G[Name]>>
}

/** The handlers of a schema. */
export type Handlers<S> = { readonly [Name in keyof S]: GroupHandlers<S[Name]> }

type ValueOf<E> = E extends Event<infer Value> ? Value : never

/** Sends an event of a schema to the pages. */
export type SendEvent<S> = <GroupName extends keyof S & string, Name extends EventsOf<S[GroupName]> & string>(
  group: GroupName,
  name: Name,
  value: ValueOf<S[GroupName][Name]>,
) => void

/** The IPC channel of a call or an event. */
export const channelOf = (group: string, name: string): string => `${group}.${name}`

/** The group name of the product's calls. */
export const PRODUCT_CALLS = 'own'
