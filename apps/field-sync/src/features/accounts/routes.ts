import type { FieldSyncOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import { chooseAction } from '../actions/choose-action.ts';
import type { GroupService } from './group-service.ts';
import type { Editor } from './types.ts';
import type { UserService } from './user-service.ts';

type Operation = 'userAction' | 'groupAction';

interface AccountRoutes {
  users: UserService;
  groups: GroupService;
  editorOf(actor: Actor): Editor;
}

export function accountRoutes(context: AccountRoutes): Handlers<FieldSyncOperations, Operation> {
  const { users, groups, editorOf } = context;
  return {
    async userAction({ body }, actor, call) {
      const [editor, cause] = [editorOf(actor), auditContext(actor, call)];
      if (chooseAction('user.php', body) === 'delete') {
        return { success: true, message: `Deleted ${await users.remove(body, editor, cause)}.` };
      }
      const { id, name } = await users.save(body, editor, cause);
      return { success: true, message: `Saved ${name}.`, id };
    },

    async groupAction({ body }, actor, call) {
      const [editor, cause] = [editorOf(actor), auditContext(actor, call)];
      if (chooseAction('group.php', body) === 'delete') {
        return { success: true, message: `Deleted ${await groups.remove(body, editor, cause)}.` };
      }
      const { id, name } = await groups.save(body, editor, cause);
      return { success: true, message: `Saved ${name}.`, id };
    },
  };
}
