import { describeDeliveries } from '../../packages/service/src/shops/testing/describe-deliveries.ts'

describeDeliveries()
