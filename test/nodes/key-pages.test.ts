import { describeKeyPages } from '../../packages/service/src/key-pages/testing/describe-key-pages.ts'

describeKeyPages()
