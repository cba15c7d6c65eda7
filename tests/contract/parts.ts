import * as z from 'zod/mini'
import * as schemas from '../../contract/schemas'
import * as search from '../../contract/search'

/** Whether a value is an amount of money. */
export const money = (value: unknown) => z.safeParse(schemas.money, value).success
export const price = (value: unknown) => z.safeParse(schemas.price, value).success

/** A line of at most ten characters, as it is kept; undefined when it is refused. */
export const text = (value: unknown) => z.safeParse(schemas.line(10), value).data

export const searchRequest = (value: unknown) => z.parse(search.searchRequest, value)
